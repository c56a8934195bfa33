"""Agreement of annotators, and how good an automatic classifier is."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "agreement.header": "How far annotators agree",
    "agreement.said": "Krippendorff's alpha is **{alpha}** ({range}): 1 would be always, 0 as by chance. Two votes on "
    "one item say the same in {agreement} ({agreement_range}); by chance it would be {expected}.",
    "agreement.said.none": "There is no agreement to tell: {reason}",
    "agreement.not_truth": "Agreement is not correctness: annotators can agree on what is wrong.",
    "agreement.systems": "By version",
    "agreement.pairs": "Pair by pair",
    "agreement.matrix": "Everybody against everybody",
    "agreement.matrix.said": "{most} agrees most with the others (kappa {high} on average, weighted by shared items), "
    "{least} least ({low}, with {count} {count:person|people}).",
    "agreement.matrix.how": "Each cell is the kappa of two annotators; grey: fewer than {few} shared items.",
    "agreement.matrix.part": "Drawn are the {shown} of {total} who share most items.",
    "agreement.cell.row": "one",
    "agreement.cell.column": "other",
    "agreement.cell.kappa_text": "kappa",
    "agreement.cell.range_text": "plausible range",
    "agreement.cell.equal_text": "say the same",
    "agreement.cell.items": "shared items",
    "agreement.column.system": "Version",
    "agreement.column.alpha": "Alpha",
    "agreement.column.range": "Plausible range",
    "agreement.column.agreement": "Say the same",
    "agreement.column.items": "Items",
    "agreement.column.pair": "Annotators",
    "agreement.column.kappa": "Kappa",
    "agreement.column.reason": "Note",
    "classifier.header": "The automatic classifier",
    "classifier.lead": "Its answers stand in the column prediction. How many of its positives are real (precision), "
    "and how many real positives it finds (recall), from everyday labels corrected for each annotator's habits.",
    "classifier.said": "By {method}: precision **{precision}** ({precision_range}), recall **{recall}** "
    "({recall_range}).",
    "classifier.none": "By {method} there is no number: {reason}",
    "classifier.quantity.precision": "Precision",
    "classifier.quantity.recall": "Recall",
    "classifier.quantity.share_predicted": "Share predicted positive",
    "classifier.quantity.prevalence": "Share of real positives",
    "classifier.column.method": "Method",
    "classifier.column.quantity": "Quantity",
    "classifier.column.estimate": "Estimate",
    "classifier.column.range": "Plausible range",
    "classifier.column.items": "Items",
    "classifier.waiting": "Working out precision and recall.",
}
