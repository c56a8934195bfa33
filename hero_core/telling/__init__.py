"""What results say, in sentences: verdict, guard rails, ranks, plan. The pages and the report share them.

Sentences are Markdown with bold words; every function that puts an id into one takes `quote`, which makes an id safe
for the place where the sentence will stand.
"""
