"""Links to a view: copying them, what they ask for, the data they were made for; and presenter mode."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "links.copy": "Copy link to this view",
    "links.copy.how": "This address opens the same page with the same settings and choices.",
    "links.copy.empty": "There are no data here yet, so none open with it.",
    "links.copy.sample": "The sample data open with it.",
    "links.copy.files": "Your files stay with you: whoever opens it gives the same files (data "
    "`{fingerprint}`), or your workspace file.",
    "links.copy.kept": "The data are kept on this server as **{name}** and open with it for whoever may use it.",
    "links.refused": "The link asks for **{name}** = {value}, which cannot be chosen here and was left out.",
    "links.waiting.title": "This link was made for data that are not here",
    "links.waiting": "It shows data `{fingerprint}`. They are not on this server, and files never travel in a link. "
    "Give the same files here, or the workspace file of whoever sent the link: the view then appears as it was linked.",
    "links.waiting.workspace": "Open a workspace file on the Report page",
    "links.file.here": ":material/check_circle: {role} `{digits}`: here",
    "links.file.missing": ":material/radio_button_unchecked: {role} `{digits}`: not given yet",
    "links.same": "These are the data that the link was made for (`{fingerprint}`). Its view is as it was linked.",
    "links.read": "These are the files that the link was made for, but they are read in another way than there "
    "(`{fingerprint}`, here `{here}`). Compare the choices on the Data page with whoever sent the link.",
    "links.other": "These are other data (`{here}`) than those the link was made for (`{fingerprint}`). Its choices "
    "are kept where they apply.",
    "links.to_view": "To the linked view",
    "links.understood": "All right",
    "status.fingerprint": "Fingerprint: `{fingerprint.told}`",
    "present.toggle": "Presenter mode",
    "present.help": "For an audience: larger letters, and no settings, details or downloads. The arrow keys turn the "
    "pages, Escape leads back.",
    "present.back": "Previous",
    "present.next": "Next",
    "present.leave": "Leave presenter mode",
}
