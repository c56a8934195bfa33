"""Sentences of the reader about files, columns and pieces of sentences, by their English template, in Chinese."""

from __future__ import annotations

PIECES: dict[str, str] = {
    "line {line}": "第 {line} 行",
    "lines {lines}": "第 {lines} 行",
    "lines {lines} and {rest} more": "第 {lines} 行及另外 {rest} 行",
    "line {line} has {fields}": "第 {line} 行有 {fields} 个",
    "{count} time": "{count} 次",
    "{count} times": "{count} 次",
    "{text} ({times}, line {line})": "{text}（{times}，第 {line} 行）",
    "{value} ({count} times, first in line {line})": "{value}（{count} 次，首次在第 {line} 行）",
    "{item} (lines {lines})": "{item}（第 {lines} 行）",
    "{name} (columns {places})": "{name}（第 {places} 列）",
    "{column} ({header})": "{column}（{header}）",
    "{cells} ({scale})": "{cells}（{scale}）",
    "{item} or {annotator}": "{item} 或 {annotator}",
    "{item} by {annotator}": "{annotator} 标注的 {item}",
    "{value} for {text}": "{text} 读作 {value}",
    "{written} as {meant}": "{written} 读作 {meant}",
    "{count} of class {name}": "类别 {name} 有 {count} 个",
    "{count} files": "{count} 个文件",
    "{rows} rows": "{rows} 行",
    "{rows} rows or {cells} cells": "{rows} 行或 {cells} 个单元格",
    "{rows} rows and {more} rows for each byte": "{rows} 行，且每字节超过 {more} 行",
    "none": "无",
    "no names": "没有列名",
    "comma": "逗号",
    "semicolon": "分号",
    "tab": "制表符",
    "bar": "竖线",
    "UTF-8, GB18030 or Windows-1252": "UTF-8、GB18030 或 Windows-1252",
    "gold_label of {file}": "{file} 的 gold_label",
    "{cure}": "{cure}",
    "{note}": "{note}",
    " {note}": "{note}",
    "{advice}": "{advice}",
}

OF_THE_FILE: dict[str, str] = {
    "{file}: the file cannot be opened ({why}).": "{file}：文件无法打开（{why}）。",
    "{kind} is neither a file nor a table": "{kind} 既不是文件也不是表",
    "Check the name and the folder.": "请检查文件名和所在文件夹。",
    "{file} is empty (0 bytes).": "{file} 是空文件（0 字节）。",
    "Export or upload it again; an interrupted download looks like this.": "请重新导出或上传；下载中断时就会这样。",
    "{file} has {size} bytes but no line with text, so there is no header.": (
        "{file} 有 {size} 字节，但没有一行有文字，因此没有表头。"
    ),
    "The first line must name the columns: item_id, annotator_id, label.": (
        "第一行必须写出列名：item_id、annotator_id、label。"
    ),
    "{file} has a header (line {line}) but no row below it.": "{file} 有表头（第 {line} 行），但下面没有数据行。",
    "Export the votes again, one row per vote.": "请重新导出投票，每票一行。",
    "{file} is a spreadsheet workbook ({kind}) by its content.": "从内容看，{file} 是电子表格工作簿（{kind}）。",
    "Excel xlsx, which cannot be read": "无法读取的 Excel xlsx",
    'Open it and save the table as "CSV UTF-8" and give that file. Excel xlsx is read with: pip install '
    "'hero-dashboard[excel]'.": (
        "请打开它，把表另存为“CSV UTF-8”，再提供该文件。若要直接读取 Excel xlsx，请先运行 pip install "
        "'hero-dashboard[excel]' 。"
    ),
    "{file} is an Excel workbook; its first sheet {sheet} was read (it has {count}).": (
        "{file} 是 Excel 工作簿；读取了第一个工作表 {sheet} （共 {count} 个）。"
    ),
    "For another sheet, save that sheet as CSV UTF-8.": "若要用其他工作表，请把它另存为 CSV UTF-8。",
    "{file}, line {line}: JSON that cannot be read ({why}).": "{file} 第 {line} 行：JSON 无法读取（{why}）。",
    "more than {levels} levels deep": "嵌套超过 {levels} 层",
    "{count} brackets and next to nothing in them": "有 {count} 个括号，里面几乎没有内容",
    "{name} stands twice in one object": "{name} 在同一个对象里出现了两次",
    "Export the file again: it may have been cut short.": "请重新导出文件：它可能不完整。",
    "{file}, line {line}: a JSON {kind} where an object with named fields should stand.": (
        "{file} 第 {line} 行：此处应是带字段名的对象，却是 JSON {kind}。"
    ),
    "Give an array of objects, or one object per line.": "请提供由对象组成的数组，或每行一个对象。",
    "{file} is a {kind} file by its content, not a table.": "从内容看，{file} 是 {kind} 文件，不是表。",
    'Unpack or convert it: save the table as "CSV UTF-8" and give that file.': (
        "请解压或转换：把表另存为“CSV UTF-8”，再提供该文件。"
    ),
    "{file} is a {kind} file that cannot be read ({why}).": "{file} 是无法读取的 {kind} 文件（{why}）。",
    "Make or download it again, or give the table itself as CSV.": "请重新生成或下载，或直接提供 CSV 格式的表。",
    "{file} is a zip archive without a table in it.": "{file} 是 zip 压缩包，里面没有表。",
    "Put exactly one table inside.": "请在压缩包里只放一张表。",
    "{file} is a zip archive with {count} files: {names}.": "{file} 是 zip 压缩包，里面有 {count} 个文件：{names}。",
    "Only one table can be read at a time: unpack it and give one of them.": (
        "一次只能读取一张表：请解压后提供其中一个。"
    ),
    "{file} is an archive within an archive.": "{file} 是压缩包里又套着压缩包。",
    "Unpack it and give the table itself.": "请解压后直接提供表。",
    "{file} holds more than {limit} once unpacked; reading stopped there.": (
        "{file} 解压后超过 {limit}；读取到此停止。"
    ),
    "Split it by round, or give it as Parquet.": "请按轮次拆分，或以 Parquet 格式提供。",
    "{file}, line {line}: a zero byte, so this is no text table (or UTF-16 without its byte order mark).": (
        "{file} 第 {line} 行：有零字节，因此不是文本表格（也可能是缺少字节顺序标记的 UTF-16）。"
    ),
    'Open it in the program it comes from and save the table as "CSV UTF-8" and give that file.': (
        "请在生成它的程序里打开，把表另存为“CSV UTF-8”，再提供该文件。"
    ),
    "{file} is not valid {encoding} text (byte {position}, line {line}).": (
        "{file} 不是有效的 {encoding} 文本（第 {position} 字节，第 {line} 行）。"
    ),
    'Choose another encoding on the Data page{shell}, or save the table as "CSV UTF-8" and give that file.': (
        "请在“数据”页选择其他编码{shell}，或把表另存为“CSV UTF-8”，再提供该文件。"
    ),
    "{file} is not UTF-8 (first seen in line {line}); it was read as {encoding}.": (
        "{file} 不是 UTF-8（首次见于第 {line} 行）；已按 {encoding} 读取。"
    ),
    "If names or labels look wrong, choose the encoding on the Data page{shell}.": (
        "如果名称或标签显示不对，请在“数据”页选择编码{shell}。"
    ),
    "{file}, column {column}: values of type {kind} cannot be read as text or numbers.": (
        "{file} 的 {column} 列：类型为 {kind} 的值无法作为文本或数字读取。"
    ),
    "Store the column as text or numbers.": "请把该列存为文本或数字。",
    "{file} unpacks to more than {limit} and more than {ratio} times its size; reading stopped there.": (
        "{file} 解压后超过 {limit}，且超过自身大小的 {ratio} 倍；读取到此停止。"
    ),
    "Votes do not pack like that. If it is what you mean to give, unpack it and give the table itself.": (
        "投票数据的压缩率不会这么高。如果确实要提供它，请解压后直接提供表。"
    ),
    "{file} is a web page (HTML) by its content, not a table.": "从内容看，{file} 是网页（HTML），不是表。",
    "A download without sign-in looks like this: open the address in the browser, sign in, and download it "
    "again.": "未登录就下载时会这样：请在浏览器中打开该地址，登录后重新下载。",
}

OF_ROWS_AND_COLUMNS: dict[str, str] = {
    "{file}, {where}: {count} row{s} with another number of fields than the header's {expected}: {examples}.": (
        "{file} {where}：{count} 行的字段数与表头的 {expected} 个不同：{examples}。"
    ),
    "Put text that contains the separator ({separator}) in double quotes, or complete the row.": (
        "含有分隔符（{separator}）的文字请加双引号，或把缺少的字段补齐。"
    ),
    "{file}, line {line}: a double quote is opened here and never closed.": (
        "{file} 第 {line} 行：此处的双引号没有闭合。"
    ),
    "Close it, or export the file again: it may have been cut short.": "请补上双引号，或重新导出文件：它可能不完整。",
    "{file}, line {line}: a row of more than {limit} MB.": "{file} 第 {line} 行：一行超过 {limit} MB。",
    "Usually a double quote that is not closed; correct it and read the file again.": (
        "通常是双引号没有闭合；请改正后重新读取。"
    ),
    "{file}: the rows cannot be read ({why}).": "{file}：数据行无法读取（{why}）。",
    "Export the file again as CSV UTF-8.": "请重新导出为 CSV UTF-8。",
    "{file}, line {line}: a column name occurs more than once: {names}.": (
        "{file} 第 {line} 行：有列名重复：{names}。"
    ),
    "Rename or delete all but the one that counts.": "请只保留要用的那一列，其余改名或删除。",
    "{file}, line {line}: missing column{s}: {missing}. Found: {found}.": (
        "{file} 第 {line} 行：缺少列 {missing}。现有列：{found}。"
    ),
    "Rename the columns, or say which is which on the Data page{shell}.{likely}": (
        "请修改列名，或在“数据”页说明各列分别是什么{shell}。{likely}"
    ),
    "The columns {names} look like one column per annotator. Turn them into rows, one per vote, with the columns "
    'item_id, annotator_id and label (in pandas: melt(id_vars="item_id", var_name="annotator_id", '
    'value_name="label")).': (
        "{names} 这些列看起来是每位标注者一列。请转成每票一行，列为 item_id、annotator_id 和 label（在 pandas 中："
        'melt(id_vars="item_id", var_name="annotator_id", value_name="label") ）。'
    ),
    "{file}: the column choice names {names}, which the file does not have. Found: {found}.": (
        "{file}：指定的列 {names} 在文件中不存在。现有列：{found}。"
    ),
    "Use a column name as it stands in the header.": "请使用表头中的列名原样。",
}

OF_OPTIONS: dict[str, str] = {
    "layout is {name}; it must be one of {known}, or {plain}.": "layout 为 {name}；必须是 {known} 之一，或 {plain}。",
    "role is {role}; it must be one of {known}.": "role 为 {role}；必须是 {known} 之一。",
    "repeats is {repeats}; it must be one of {known}.": "repeats 为 {repeats}；必须是 {known} 之一。",
    "columns names {unknown}; known are {known} and names that start with {start}.": (
        "columns 中的 {unknown} 无法识别；可用的是 {known}，以及以 {start} 开头的名称。"
    ),
    "threshold is {given}; it must be a number on the scale of the labels, such as 4.": (
        "threshold 为 {given}；必须是标签量表上的数字，例如 4。"
    ),
    "overlap={given} is not known; use drop or keep.": "无法识别 overlap={given} ；请用 drop 或 keep。",
    "The labels have {count} classes ({classes}), but the values given are {given}. Give one finite number for each "
    "class, lowest class first.": (
        "标签有 {count} 个类别（{classes}），但给出的值是 {given}。请从最低类别起，为每个类别给出一个有限的数字。"
    ),
}

SENTENCES: dict[str, str] = {
    **PIECES, **OF_THE_FILE, **OF_ROWS_AND_COLUMNS, **OF_OPTIONS,
}  # fmt: skip
