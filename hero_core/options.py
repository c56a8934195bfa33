"""The options of the shell."""

from __future__ import annotations

import argparse

from hero_core.coefficients import METRICS as DISTANCES
from hero_core.designs import DESIGNS
from hero_core.entries import QUOTES, counts_of, numbers_of, ridge_of, words
from hero_core.results import HISTORY_METHODS, METHODS
from hero_core.words import LANGUAGES

PER_FILE = (
    ("--labels", "VALUE=CLASS,...", "class of each label of a file (FILE may be *); CLASS none = no vote"),
    ("--threshold", "N", "on a scale of whole numbers, labels of N and more count as 1, the others as 0"),
    ("--columns", "item_id=NAME,...", "which columns of a file to read"),
    (
        "--layout",
        "NAME",
        "accept the layout of another tool for a file, as validate proposes it; NAME:ANSWER where several "
        "fields may hold the label; plain = as it stands",
    ),
    ("--encoding", "NAME", "encoding of a text file (else it is found out), such as utf-8, cp1252 or gb18030"),
    ("--merge", "COLUMN:A=B,...", "read id A of item_id, annotator_id, system or round as B"),
    ("--flip-rounds", "ROUND,...", "swap the two labels of these rounds of a file"),
)


def parser() -> argparse.ArgumentParser:
    """The command line of `python -m hero_core`."""
    top = argparse.ArgumentParser(
        prog="hero",
        description="Which version is really better, how sure that is, and whom to believe.",
        epilog="Exit 0: ran. Exit 2: input refused or wrong usage, with a message. --json prints one JSON document. "
        + QUOTES,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    both = _reading(argparse.ArgumentParser(add_help=False))
    model = _model(argparse.ArgumentParser(add_help=False))

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[both, model], epilog=QUOTES)

    estimate = add("estimate", "Estimates of all methods side by side, with intervals.")
    _files(estimate, history=False, current=True)
    _resampling(estimate, 1000)
    _text(estimate)
    compare = add("compare", "Paired differences of systems, ranks, a target to reach, and the verdict.")
    _files(compare, history=False, current=True)
    _resampling(compare, 1000)
    _text(compare)
    _comparing(compare)
    classifier = add("classifier", "Precision and recall of an automatic classifier (column prediction).")
    _files(classifier, history=False, current=True)
    _resampling(classifier, 1000)
    annotators = add("annotators", "Confusion matrix of each annotator, with counts and intervals.")
    _files(annotators, history=True, current=False)
    _resampling(annotators, 200)
    _trend(add("trend", "Estimates round by round, and how each annotator's rates on gold move."))
    _stability(add("stability", "How the ranking of systems moves when annotators are left out."))
    items = add("items", "Posterior, credit, entropy and split of each item.")
    _files(items, history=False, current=True)
    items.add_argument("--method", default=None, choices=METHODS, help="default hero1, without history pec")
    _plan(add("plan", "How many more items, votes or gold labels make a difference decidable."))
    _sensitivity(add("sensitivity", "How the estimates move when one choice is made otherwise."))
    _slices(add("slices", "Where two systems differ: slice by slice of an item feature."))
    _report(add("report", "One HTML file with the verdict and all that backs it; opens offline and prints."))
    _one_file(commands, both)
    joining = "Add the current round to the history: one Parquet file with the rounds of both."
    adding = commands.add_parser("add-round", help=joining, description=joining, parents=[both], epilog=QUOTES)
    _add_round(adding)
    _simulate(commands)
    return top


def _stability(command: argparse.ArgumentParser) -> None:
    _files(command, history=False, current=True)
    command.add_argument(
        "--fractions", type=numbers_of, default=(0.3, 0.5, 0.7, 0.9), metavar="F,F,...",
        help="shares of annotators kept (default 0.3,0.5,0.7,0.9)",
    )  # fmt: skip
    command.add_argument(
        "--annotators", type=counts_of, default=None, metavar="N,N,...", help="numbers of annotators kept, not shares"
    )
    command.add_argument(
        "--repeats-per-fraction", type=int, default=200, metavar="N", help="subsets drawn (default 200)"
    )
    _low_is_good(command)
    command.add_argument("--level", type=float, default=0.95)
    command.add_argument("--seed", type=int, default=0)


def _trend(command: argparse.ArgumentParser) -> None:
    _files(command, history=True, current=False)
    _resampling(command, 0, without="analytic interval")
    command.add_argument("--slopes", action="store_true", help="print the annotators' slopes instead of the rounds")


def _simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "simulate",
        help="How far the methods are off in simulated rounds with known truth; or one such round as files.",
        epilog="Designs: " + "; ".join(f"{name}: {plan.description}" for name, plan in DESIGNS.items()),
    )
    command.add_argument("design", metavar="DESIGN", help="one of " + ", ".join(DESIGNS))
    command.add_argument("--k", type=float, default=None, help="how alike annotators are; smaller = more different")
    command.add_argument("--repetitions", type=int, default=200, metavar="N", help="simulated rounds (default 200)")
    command.add_argument("--methods", type=words, default=None, metavar="a,b", help="of " + ", ".join(METHODS))
    command.add_argument(
        "--pools", type=int, default=None, metavar="N",
        help="groups of annotators that take turns (default 5 for hero_a, hero_b and clean); 0 = new ones every round",
    )  # fmt: skip
    command.add_argument(
        "--set", action="append", default=[], metavar="FIELD=VALUE",
        help="a field of the design, such as votes_per_item=3 or adversarial_share=0.2; repeatable",
    )  # fmt: skip
    command.add_argument("--write", default=None, metavar="DIR", help="write the first round as CSV files instead")
    _resampling(command, 0)
    _output(command)


def _comparing(command: argparse.ArgumentParser) -> None:
    command.add_argument("--a", default=None, metavar="S", help="first system; without --a and --b all pairs")
    command.add_argument("--b", default=None, metavar="S", help="second system")
    command.add_argument("--target", type=float, default=None, metavar="RATE", help="a rate to reach")
    _judging(command)


def _judging(command: argparse.ArgumentParser) -> None:
    command.add_argument("--method", default=None, choices=METHODS, help="default: the method that leads")
    command.add_argument("--margin", type=float, default=0.02, help="difference that counts as equal (default 0.02)")
    _low_is_good(command)


def _low_is_good(command: argparse.ArgumentParser) -> None:
    command.add_argument("--low-is-good", action="store_true", help="the label 1 marks something bad, such as a defect")


def _plan(command: argparse.ArgumentParser) -> None:
    _files(command, history=False, current=True)
    command.add_argument(
        "--detect", type=float, default=None, metavar="D", help="difference to find; default: the one seen"
    )
    command.add_argument("--a", default=None, metavar="S", help="first system; without --b: its rate against a target")
    command.add_argument("--b", default=None, metavar="S", help="second system")
    command.add_argument("--power", type=float, default=0.8, help="chance to find it (default 0.8)")
    command.add_argument("--method", default=None, choices=METHODS, help="default: the method that leads")
    command.add_argument("--level", type=float, default=0.95, help="level of the interval (default 0.95)")
    command.add_argument("--seed", type=int, default=0, help="same seed, same numbers (default 0)")


def _report(command: argparse.ArgumentParser) -> None:
    _files(command, history=False, current=True)
    _text(command)
    _resampling(command, 1000)
    _judging(command)
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="the HTML file to write")
    command.add_argument("--title", default=None, help="the title of the report")
    command.add_argument("--no-annotators", action="store_true", help="leave out the annotators by name")
    command.add_argument(
        "--items", action="store_true", help="list the items with the most doubt (at most 200; ids and numbers only)"
    )
    command.add_argument(
        "--stability", action="store_true", help="would the ranking be the same if other people had judged?"
    )
    command.add_argument("--language", choices=LANGUAGES, default="en", help="en English (default), zh Chinese")


def _sensitivity(command: argparse.ArgumentParser) -> None:
    _files(command, history=True, current=True)
    command.add_argument("--method", default=None, choices=HISTORY_METHODS, help="default: the method that leads")
    command.add_argument("--level", type=float, default=0.95, help="level of the interval (default 0.95)")


def _slices(command: argparse.ArgumentParser) -> None:
    _files(command, history=False, current=True)
    command.add_argument("--by", required=True, metavar="x_NAME", help="the item feature that makes the slices")
    command.add_argument("--a", required=True, metavar="S", help="first system")
    command.add_argument("--b", required=True, metavar="S", help="second system")
    _resampling(command, 1000)
    _judging(command)


def _one_file(commands: argparse._SubParsersAction[argparse.ArgumentParser], both: argparse.ArgumentParser) -> None:
    validate = commands.add_parser("validate", help="What the reader sees in a file.", parents=[both], epilog=QUOTES)
    validate.add_argument("file", metavar="F")
    validate.add_argument("--role", choices=("history", "current"), default="current")
    agreement = commands.add_parser(
        "agreement", help="How far the annotators of a file agree.", parents=[both], epilog=QUOTES
    )
    agreement.add_argument("file", metavar="F")
    agreement.add_argument("--role", choices=("history", "current"), default="current")
    agreement.add_argument(
        "--metric", choices=DISTANCES, default=None, help="default nominal for two classes, ordinal for more"
    )
    _resampling(agreement, 1000, without="no interval")
    convert = commands.add_parser(
        "convert", help="Write a file in our columns, as CSV for spreadsheets.", parents=[both], epilog=QUOTES
    )
    convert.add_argument("file", metavar="F")
    convert.add_argument("-o", "--output", required=True, metavar="OUT", help="the CSV file to write")


def _add_round(command: argparse.ArgumentParser) -> None:
    command.add_argument("--history", default=None, metavar="F", help="the rounds so far; without it this is the first")
    command.add_argument("--current", required=True, metavar="F", help="the round that was judged")
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="the Parquet file to write")
    command.add_argument(
        "--round", default=None, metavar="NAME", help="the name of the round, where its file has no column round"
    )
    command.add_argument(
        "--earlier", default="0", metavar="NAME",
        help="the name of the rounds so far, where the history has no column round (default 0)",
    )  # fmt: skip
    command.add_argument(
        "--round-gold", default=None, metavar="FILE", help="gold labels by item that have arrived for the round"
    )
    command.add_argument("--round-gold-encoding", default=None, metavar="NAME", help="encoding of that file")


def _text(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--text", choices=("prompt",), default=None, help="let HERO-2 use the words of the prompts, as covariate x_text"
    )


def _files(command: argparse.ArgumentParser, *, history: bool, current: bool) -> None:
    command.add_argument("--history", required=history, metavar="F", help="earlier rounds, with some gold labels")
    command.add_argument("--current", required=current, metavar="F", help="the round to judge")


def _reading(group: argparse.ArgumentParser) -> argparse.ArgumentParser:
    group.add_argument(
        "--repeats", choices=("drop", "first", "last", "keep"), default="drop",
        help="what to do with several votes of one annotator on one item (default drop)",
    )  # fmt: skip
    for name, form, says in PER_FILE:
        group.add_argument(name, action="append", default=[], metavar=f"FILE:{form}", help=f"{says}; repeatable")
    group.add_argument(
        "--gold", default=None, metavar="FILE", help="gold labels by item in a file of their own, for the history"
    )
    group.add_argument("--gold-encoding", default=None, metavar="NAME", help="encoding of the file of --gold")
    _output(group)
    return group


def _output(group: argparse.ArgumentParser) -> None:
    group.add_argument("--json", action="store_true", help="print one JSON document on stdout and nothing else there")
    group.add_argument("--quiet", action="store_true", help="no progress on stderr")


def _model(group: argparse.ArgumentParser) -> argparse.ArgumentParser:
    group.add_argument("--methods", type=words, default=None, metavar="a,b", help="of " + ", ".join(METHODS))
    group.add_argument(
        "--covariates", default="auto", metavar="auto|none|x_a,x_b", help="what HERO-2 uses (default auto)"
    )
    group.add_argument(
        "--hero2-weight", choices=("paper", "finite"), default="paper",
        help="finite: multiply the coefficient by N/(N+n) (default paper)",
    )  # fmt: skip
    group.add_argument(
        "--ridge", type=ridge_of, default="auto", metavar="C|auto",
        help="ridge of HERO-2's regression; auto: 0 up to five covariates, beyond by cross-validation (default auto)",
    )  # fmt: skip
    group.add_argument(
        "--new-annotators",
        choices=("drop", "pool"),
        default="drop",
        help="votes of annotators without history: left out of HERO, or used, tied to the pool (default drop)",
    )
    group.add_argument(
        "--prevalence",
        choices=("shared", "by_group"),
        default="shared",
        help="class shares of the history: the same for all items, or one set for each round and system",
    )
    group.add_argument("--overlap", choices=("drop", "keep"), default="drop", help="items that stand in both files")
    group.add_argument(
        "--values", type=numbers_of, default=None, metavar="0,0.5,1", help="worth of each class, lowest class first"
    )
    group.add_argument("--tol", type=float, default=1e-6, help="largest move of a rate at convergence (default 1e-6)")
    group.add_argument("--max-iter", type=int, default=2000, metavar="N", help="limit of EM steps (default 2000)")
    group.add_argument(
        "--pec-pseudocounts",
        type=numbers_of,
        default=(0.0, 0.01, 0.01),
        metavar="CLASS,DIAG,OFF",
        help="PEC's Dirichlet parameters minus 1 (default 0,0.01,0.01)",
    )
    return group


def _resampling(command: argparse.ArgumentParser, default: int, without: str = "analytic interval") -> None:
    command.add_argument(
        "--resamples", type=int, default=default, metavar="N",
        help=f"bootstrap resamples (default {default}; 0 = {without})",
    )  # fmt: skip
    command.add_argument("--level", type=float, default=0.95, help="level of the intervals (default 0.95)")
    command.add_argument("--seed", type=int, default=0, help="same seed, same numbers (default 0)")
