"""Finding the text that belongs to a text, with your own sentence encoder: any function from texts to an array."""

# %% The encoder: letters, here; put model.encode of a sentence encoder in its place.
import numpy
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.model_selection import train_test_split

import couplet

letters = HashingVectorizer(analyzer="char_wb", ngram_range=(2, 4), n_features=512)


def encode(texts):
    return letters.transform(texts).toarray()


# %% Left and right texts; a quarter of them is kept away from learning.
left, right = zip(*(line.rstrip("\n").split("\t") for line in open("pairs.tsv", encoding="utf-8")))
left, new_left, right, new_right = train_test_split(left, right, test_size=0.25, random_state=1)

# %% Two languages share few letters: vectors as they are find little. PHSIC learns from the pairs what belongs together.
found = (encode(new_left) @ encode(new_right).T).argmax(axis=1)
print(f"nearest vectors:      {numpy.mean(found == numpy.arange(len(found))):.2f} of the partners are first of {len(found)}")
vectors = couplet.PHSIC(encoder=encode, whiten=0.5).fit(left, right)
print(f"PHSIC on the vectors: {vectors.score(new_left, new_right):.2f}")
texts = couplet.PHSIC().fit(left, right)
print(f"PHSIC on the texts:   {texts.score(new_left, new_right):.2f}")

# %% The best partners of a new text, and why.
best = texts.model_.rank(["My brother writes a letter at night."], among=right, top=2)
for text, score in zip(best.text, best.score):
    print(f"{score:.2f} {text}")
why = texts.model_.explain("The dog drinks milk.", "Le chien boit du lait.", top=0)
why.picture().save("python-explanation.svg")
