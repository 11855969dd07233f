"""A map of words: which words of a story keep the same company?"""

# %% Vectors of words, from text alone.
import couplet

story = open("story.txt", encoding="utf-8").read().splitlines()
words = couplet.SGNS(window=2, dimensions=40).fit(story)
for row in words.model_.search("cat", "man:king::woman:?", top=1).records():
    print(row["query"], "->", row["word"], f"{row['score']:.3f}")

# %% Correspondence analysis of words and their neighbours draws them: words near each other stand in like places.
analysis = couplet.fit("ca", story, window=2, min_count=12, keep_table=True)
analysis.plot(title="Words of a story").save("python-words.svg")

# %% The same of any table of counts; a new row finds its place among the others.
import pandas

eyes = pandas.read_csv("eyes.csv", index_col=0)
colours = couplet.CorrespondenceAnalysis().set_output(transform="pandas").fit(eyes)
print(colours.transform(eyes).round(2).to_string())
print(colours.transform(pandas.DataFrame([[10, 0, 0, 0, 0]], columns=eyes.columns, index=["all fair"])).round(2).to_string())
