// The verbs: what each takes, does and shows in its help, in the order of help.
#include "apps/cli/options.h"
#include "apps/cli/verbs.h"

namespace couplet {
namespace {

const std::vector<Verb>& verb_table() {
  static const std::vector<Verb> table = {
      {.name = "fit",
       .synopsis = "METHOD DATA...",
       .summary = "learn a model from data",
       .details =
           "Reads the data, fits the method and writes the model. 'couplet methods METHOD' lists its parameters. Pairs "
           "come as "
           "one file (TSV columns or JSON Lines) or as two files whose lines belong together; .npy files hold vectors.",
       .examples = {"couplet fit phsic pairs.tsv -o pairs.couplet",
                    "couplet fit phsic left.txt right.txt --encoder lsa:100 -o pairs.couplet"},
       .takes = {"output", "data", "bad-line"},
       .least = 2,
       .most = -1,
       .takes_method = true,
       .handler = run_fit},
      {.name = "count",
       .synopsis = "DATA...",
       .summary = "count words and their contexts, for the methods of word vectors",
       .details = "A short way to write 'couplet fit counts'. The table is saved; 'fit ca', 'fit sgns' and the others "
                  "of their kind take it in the place of the text, so that the text is read only once.",
       .examples = {"couplet count story.txt --window 2 -o counts.couplet"},
       .takes = {"output", "data", "bad-line"},
       .least = 1,
       .most = -1,
       .method = "counts",
       .minor = true,
       .handler = run_fit},
      {.name = "score",
       .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT | MODEL TEXT",
       .summary = "a number for each pair or sentence",
       .details =
           "Columns: the pair's row from 0; its score; z, its distance from random pairs in standard "
           "deviations; the side without a "
           "known word, whose pair has no score. Models of opposites add the ways in which the two words were "
           "had, where not as they are. A language model takes text, a sentence a line, and gives log10 of its "
           "probability, the number of its words (its end counted) and how many of them are unknown; with --words "
           "the same for each word.",
       .examples = {"couplet score pairs.couplet pairs.tsv", "couplet score trigrams.couplet weather.txt --words"},
       .takes = {"words", "data", "bad-line"},
       .least = 2,
       .most = 3,
       .handler = run_score},
      {.name = "rank",
       .synopsis = "MODEL QUERIES",
       .summary = "order candidates for each query",
       .details = "With --among: QUERIES has one text a line, and the best of all texts of the other file are found "
                  "for each; --columns takes a column of each file. With --lists: QUERIES "
                  "is a file of pairs, and each list orders some of its right texts. With --group: the pairs of a "
                  "question are ordered. Rows are numbered from 0.",
       .examples = {"couplet rank pairs.couplet left.txt --among right.txt --top 3"},
       .takes = {"rank", "lists", "top", "side", "data", "bad-line"},
       .least = 2,
       .most = 2,
       .handler = run_rank},
      {.name = "search",
       .synopsis = "MODEL QUERY...",
       .summary = "the nearest words, or the answer to an analogy",
       .details =
           "A query is a word, a text (the mean of its words), or an analogy: man:king::woman:? asks for the word that "
           "is to woman as king is to man. A single query - reads queries from standard input, one a line. Columns: "
           "the query, rank, word, score (cosine, or 3CosMul's quotient), and the way the query was understood when "
           "it is not a word of the model itself. Exit code 1: no query had an answer. With --axis and --odd-one-out "
           "the queries are the words to order: by their cosine with the axis (hot:cold: the difference of the two), "
           "or by their mean cosine with the others; unknown ones come last, without a score.",
       .examples = {"couplet search words.couplet king cat --top 3", "couplet search words.couplet 'man:king::woman:?'",
                    "couplet search opposites.couplet hot --opposites",
                    "couplet search opposites.couplet --axis hot cold tepid warm cool"},
       .takes = {"search", "top"},
       .least = 2,
       .most = -1,
       .handler = run_search},
      {.name = "match",
       .synopsis = "LEFT RIGHT",
       .summary = "pair up two collections by likeness within each",
       .details =
           "A collection is one text a line, a column of a TSV (--columns), or .npy features. No dictionary and no "
           "similarity across is needed: matched objects have matched neighbours. A few known pairs (--seeds) help "
           "much. Names are romanised by ICU's transliterator (Any-Latin; Latin-ASCII). The method auto also uses "
           "letters that both sides share, when the seeds show that they help; --surface off forbids it. Columns: rows "
           "from 0; "
           "confidence; margin, what the total weight loses without this match; the runner-up; note (seed, tie, "
           "extra). "
           "With -o the matches go to a file, which eval --matching reads, and a report is printed.",
       .examples = {"couplet match names-en.txt names-ru.txt --texts",
                    "couplet match names-en.txt names-ru.txt --seeds names-seeds.tsv -o matched.tsv",
                    "couplet match names-en.txt names-ru.txt --seeds names-seeds.tsv --explain 7 --top 3"},
       .takes = {"match", "matching", "output", "top", "data", "bad-line"},
       .least = 2,
       .most = 2,
       .handler = run_match},
      {.name = "filter",
       .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
       .summary = "keep the pairs that go together, in their order",
       .details = "Quality is the score, measured in deviations from a typical training pair, less a penalty for an "
                  "unusual length ratio (which finds "
                  "truncated partners). Kept lines are written as they are.",
       .examples = {"couplet filter pairs.couplet pairs.tsv --keep-fraction 0.8 -o clean.tsv --dropped noise.tsv "
                    "--picture quality.svg"},
       .takes = {"output", "filter", "data", "bad-line"},
       .least = 2,
       .most = 3,
       .handler = run_filter},
      {.name = "complete",
       .synopsis = "MODEL QUESTIONS | MODEL TEXT",
       .summary = "which word fits into the blank",
       .details =
           "QUESTIONS is TSV: id, question, options; the blank is _____, and an option for two blanks is 'first | "
           "second'. Columns: id, rank, option, score (higher fits better), and how many words of the option the "
           "model does not know. TEXT is a text of its own with one blank: the words of the model's vocabulary "
           "are ranked, the best --top shown.",
       .examples = {"couplet complete trigrams.couplet blanks.tsv",
                    "couplet complete trigrams.couplet 'The _____ barked at the wolf.' --top 3"},
       .takes = {"top", "bad-line"},
       .least = 2,
       .most = 2,
       .handler = run_complete},
      {.name = "explain",
       .synopsis = "MODEL LEFT RIGHT",
       .summary = "why a pair of texts, or a word in a blank, scores as it does",
       .details =
           "The word pairs that raise and lower the score; their values add up to it. A model fitted with "
           "--keep-pairs also names training pairs. With a model that completes sentences, LEFT is a text with a "
           "blank and RIGHT the word to fill it: the scorers' votes, and the words that pulled.",
       .examples = {"couplet explain pairs.couplet 'The cat sleeps.' 'Le chat dort.'"},
       .takes = {"top"},
       .least = 3,
       .most = 3,
       .handler = run_explain},
      {.name = "eval",
       .synopsis = "MODEL|SCORES GOLD | MODEL LEFT RIGHT",
       .summary = "metrics with confidence intervals",
       .details =
           "GOLD is a file of pairs; one of --lists, --label and --value says what is right. A file of scores (one a "
           "line, or a column named score) "
           "can stand for the model. Ties count against the right candidate; pairs without a score count as wrong. "
           "With --retrieval the pairs themselves are right, and the model must embed texts. With --matching the first "
           "is a "
           "result of match: precision of its pairs, recall of the right ones; seeds count in neither. "
           "With --analogy, GOLD has questions: lines of four words, 'man king woman queen', in sections that begin "
           "with a line ': name'. accuracy is over the questions whose words are all known, accuracy-all over all. "
           "With --opposites, GOLD has lines 'hot: warm cold big :: cold': a word, choices, and its opposite among "
           "them. The least similar choice is the answer; precision is over the questions attempted, recall over all. "
           "With --perplexity, GOLD is text: perplexity counts unknown words as <unk>, perplexity-known leaves them "
           "out. "
           "With --questions, GOLD has questions with blanks and answers, as for complete.",
       .examples = {"couplet eval pairs.couplet pairs.tsv --lists lists.tsv",
                    "couplet eval pairs.couplet judged.tsv --label 3 --min auc=0.5",
                    "couplet eval words.couplet analogies.txt --analogy add",
                    "couplet eval opposites.couplet opposites.txt --opposites",
                    "couplet eval trigrams.couplet weather.txt --perplexity",
                    "couplet eval trigrams.couplet blanks.tsv --questions",
                    "couplet eval matched.tsv names-gold.tsv --matching"},
       .takes = {"lists", "gold", "questions", "eval", "data", "bad-line"},
       .least = 2,
       .most = 3,
       .handler = run_eval},
      {.name = "compare",
       .synopsis = "A B... GOLD",
       .summary = "is A really better than B",
       .details =
           "Paired tests of the first system against each of the others: bootstrap, approximate randomisation, "
           "McNemar's test for decisions; p-values adjusted for their number. GOLD and files of scores are as "
           "for eval: pairs with --lists, --label, --value or --retrieval; questions with --analogy, --opposites or "
           "--questions, where what a system does not know counts as wrong. Columns: the metric; the systems; their "
           "values; the difference with its interval; the p-value of each test, "
           "empty where it does not apply; the adjusted one.",
       .examples = {"couplet compare pairs.couplet plain.couplet pairs.tsv --lists lists.tsv",
                    "couplet compare lsa.couplet trigrams.couplet blanks.tsv --questions",
                    "couplet compare opca.couplet shared.couplet pairs.tsv --retrieval"},
       .takes = {"lists", "gold", "questions", "compare", "data", "bad-line"},
       .least = 3,
       .most = -1,
       .handler = run_compare},
      {.name = "classify",
       .synopsis = "MODEL LABELLED NEW",
       .summary = "labels of texts, from labelled texts of another language",
       .details = "LABELLED has a label and a text a line (--columns says where), NEW one text a line. Columns: the "
                  "text's row from 0, its label, and the share of the votes or the probability. A text without a known "
                  "word has no label.",
       .examples = {"couplet classify opca.couplet topics.tsv right.txt --neighbours 3",
                    "couplet classify opca.couplet topics.tsv topics-fr.tsv --check"},
       .takes = {"classify", "interval", "data", "bad-line"},
       .least = 3,
       .most = 3,
       .handler = run_classify},
      {.name = "mine",
       .synopsis = "MODEL LEFT RIGHT",
       .summary = "pairs of texts that are each other's nearest",
       .details = "LEFT and RIGHT have one text a line, or a column of a TSV (--columns), and need not be of the same "
                  "length. Columns: rows from 0, the "
                  "score (a cosine over the mean of the nearest, so 1 is what any near text has), and the texts; best "
                  "first.",
       .examples = {"couplet mine opca.couplet left.txt right.txt --threshold 1.2",
                    "couplet mine opca.couplet left.txt right.txt --aligned"},
       .takes = {"mine", "interval", "data", "bad-line"},
       .least = 3,
       .most = 3,
       .handler = run_mine},
      {.name = "embed",
       .synopsis = "MODEL TEXTS",
       .summary = "vectors whose inner products are the scores",
       .details = "TEXTS has one text a line, or a column of a TSV (--columns), or is .npy. Writes TSV to stdout, or "
                  ".npy with --output.",
       .examples = {"couplet embed pairs.couplet left.txt -o left.npy",
                    "couplet embed pairs.couplet right.txt --side right"},
       .takes = {"output", "side", "data", "bad-line"},
       .least = 2,
       .most = 2,
       .minor = true,
       .handler = run_embed},
      {.name = "report",
       .synopsis = "MODEL [axes|rows|columns|cells|tests]",
       .summary = "what correspondence analysis says about a table",
       .details = "axes: singular values and shares of inertia. rows, columns: mass, share of inertia, quality, and "
                  "for each axis the "
                  "coordinate, contribution and squared cosine; further ones can be placed among them. cells: "
                  "standardised residuals, "
                  "largest first, p-values adjusted by Benjamini and Hochberg. tests: chi-squared and G tests of "
                  "independence.",
       .examples = {"couplet report eyes.couplet", "couplet report eyes.couplet rows",
                    "couplet report eyes.couplet cells --top 3", "couplet report eyes.couplet tests"},
       .takes = {"report", "extra", "top"},
       .least = 1,
       .most = 2,
       .handler = run_report},
      {.name = "plot",
       .synopsis = "MODEL",
       .summary = "the map of a table: rows and columns as points (SVG)",
       .details = "Labels never lie on each other; of many points the least important lose theirs. The axes say their "
                  "share of inertia.",
       .examples = {"couplet plot eyes.couplet -o eyes.svg --title 'Eyes and hair'"},
       .takes = {"output", "plot", "extra"},
       .least = 1,
       .most = 1,
       .handler = run_plot},
      {.name = "add",
       .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
       .summary = "a model with more pairs, as if they had been in the data",
       .details = "Exact for the statistics; the encoder stays the one that was learned first.",
       .examples = {"couplet add pairs.couplet more.tsv -o all.couplet"},
       .takes = {"output", "data", "bad-line"},
       .least = 2,
       .most = 3,
       .minor = true,
       .handler = run_add},
      {.name = "remove",
       .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
       .summary = "a model without some of its pairs",
       .details = "Exact for the statistics; the encoder stays the one that was learned first.",
       .examples = {"couplet remove all.couplet more.tsv -o pairs2.couplet"},
       .takes = {"output", "data", "bad-line"},
       .least = 2,
       .most = 3,
       .minor = true,
       .handler = run_remove},
      {.name = "merge",
       .synopsis = "MODEL...",
       .summary = "one model from models of shards",
       .details =
           "The models must share an encoder: fit the first shard, then the others with --encoder-from FIRST.couplet.",
       .examples = {"couplet merge pairs.couplet shard.couplet -o all.couplet"},
       .takes = {"output"},
       .least = 2,
       .most = -1,
       .minor = true,
       .handler = run_merge},
      {.name = "methods",
       .synopsis = "[NAME]",
       .summary = "what can be fitted, and with which parameters",
       .details = "Without NAME: one line a method. With NAME: its parameters with defaults and ranges.",
       .examples = {"couplet methods", "couplet methods --json"},
       .takes = {},
       .least = 0,
       .most = 1,
       .handler = run_methods},
      {.name = "inspect",
       .synopsis = "MODEL",
       .summary = "what a model file says about itself",
       .details =
           "Prints the method, the parameters, the data it was fitted on and the tensors. Checks the whole file.",
       .examples = {"couplet inspect pairs.couplet", "couplet inspect pairs.couplet --json"},
       .takes = {},
       .least = 1,
       .most = 1,
       .minor = true,
       .handler = run_inspect},
      {.name = "verify",
       .synopsis = "MODEL...",
       .summary = "re-check the sums of model files and repeat their self-tests",
       .details =
           "Exit code 0: every file is whole and gives the numbers it gave where it was fitted. 1: a file is whole "
           "but its numbers differ by more than --tolerance. 4: a file is damaged.",
       .examples = {"couplet verify pairs.couplet", "couplet verify *.couplet --tolerance 1e-9"},
       .takes = {"verify"},
       .least = 1,
       .most = -1,
       .minor = true,
       .handler = run_verify},
      {.name = "convert",
       .synopsis = "INPUT",
       .summary = "word vectors or n-grams from a model or file to another file format",
       .details =
           "Reads the vectors of a model, word2vec text and binary, GloVe text, fastText .vec and .bin, and .npy with "
           "a word list; text may be compressed with gz, xz or zst. Writes all of them but models and fastText's "
           ".bin, and TSV: one vector a line, the labels beside in .labels.tsv, as the TensorFlow embedding projector "
           "reads them. N-gram models are written as ARPA; 'fit ngram FILE.arpa' reads it.",
       .examples = {"couplet convert vectors.txt -o words.npy", "couplet convert words.npy -o words.bin",
                    "couplet convert words.couplet -o words.tsv"},
       .takes = {"output", "convert"},
       .least = 1,
       .most = 1,
       .minor = true,
       .handler = run_convert},
      {.name = "help",
       .synopsis = "[VERB [METHOD]]",
       .summary = "everything about a verb, or about couplet",
       .details = "",
       .examples = {"couplet help verify", "couplet help fit phsic --man | man -l -",
                    "source <(couplet help --completion bash)"},
       .takes = {"help"},
       .least = 0,
       .most = 2,
       .handler = run_help},
  };
  return table;
}

}  // namespace

std::span<const Verb> all_verbs() { return verb_table(); }

}  // namespace couplet
