"""Links to a view and presenter mode, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "links.copy": "复制此视图的链接",
    "links.copy.how": "用此地址可打开同一页面，设置和选择均相同。",
    "links.copy.empty": "这里还没有数据，因此不会随之打开任何数据。",
    "links.copy.sample": "示例数据会随之打开。",
    "links.copy.files": "文件留在你手中：打开链接的人需提供相同的文件（数据 `{fingerprint}`）或你的工作区文件。",
    "links.copy.kept": "数据以 **{name}** 保存在此服务器上，能使用此服务器的人打开链接即可看到。",
    "links.refused": "链接要求 **{name}** = {value}，此处无法选择，因此未采用。",
    "links.waiting.title": "此链接所用的数据不在这里",
    "links.waiting": "它展示的是数据 `{fingerprint}`。数据不在此服务器上，文件也从不随链接传送。请在此提供相同的文件，"
    "或发送者的工作区文件，视图便会按链接显示。",
    "links.waiting.workspace": "在“报告”页打开工作区文件",
    "links.file.here": ":material/check_circle: {role} `{digits}`：已提供",
    "links.file.missing": ":material/radio_button_unchecked: {role} `{digits}`：尚未提供",
    "links.same": "这正是链接所用的数据（`{fingerprint}`），视图与链接一致。",
    "links.read": "文件与链接所用的相同，但读取方式不同（链接 `{fingerprint}`，此处 `{here}`）。"
    "请与发送者核对“数据”页上的选择。",
    "links.other": "这里的数据（`{here}`）与链接所用的（`{fingerprint}`）不同。链接中适用的选择仍予保留。",
    "links.to_view": "前往链接的视图",
    "links.understood": "知道了",
    "status.fingerprint": "指纹：`{fingerprint.told}`",
    "present.toggle": "演示模式",
    "present.help": "供观众观看：文字更大，不显示设置、细节和下载。方向键翻页，Esc 键退出。",
    "present.back": "上一页",
    "present.next": "下一页",
    "present.leave": "退出演示模式",
}
