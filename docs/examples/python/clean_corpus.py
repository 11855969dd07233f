"""Cleaning a corpus: which of these translations are none? Run it in docs/examples; it is a notebook when cells (# %%) are."""

# %% The pairs, with pandas as usual. Twelve of them are spoilt.
import pandas

import couplet

pairs = pandas.read_csv("pairs.tsv", sep="\t", names=["en", "fr"])

# %% Learn from the noisy pairs themselves, and judge each of them.
model = couplet.fit("phsic", pairs.en, pairs.fr)
judged = model.filter(pairs.en, pairs.fr, keep_fraction=0.9)
print(judged.summary.frame().round(2).to_string(index=False))

# %% What goes, and why.
dropped = pairs.assign(reason=judged.reason, quality=judged.quality)[~judged.kept]
print(dropped.sort_values("quality").head(3).to_string(index=False))

# %% The qualities as a picture, the clean pairs as a table of their own.
judged.picture.save("python-quality.svg")
clean = judged.keep(pairs)
print(len(pairs), "pairs,", len(clean), "kept")
