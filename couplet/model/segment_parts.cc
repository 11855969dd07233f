#include "couplet/model/segment_parts.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/part_bytes.h"
#include "couplet/model/segment_job.h"

namespace couplet {
namespace {

namespace fs = std::filesystem;

constexpr const char *job_ending = ".job", *sums_ending = ".sums";

/// The one description of a job in a folder.
fs::path job_in(const std::string& folder) {
  fs::path found;
  if (!fs::is_directory(folder)) throw Error(ErrorCode::usage, folder, "is not a folder", "merge folders, or models");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != job_ending) continue;
    if (!found.empty())
      throw Error(ErrorCode::usage, folder, "has the sums of several jobs", "give each job a folder of its own");
    found = entry.path();
  }
  if (found.empty())
    throw Error(ErrorCode::usage, folder, "has no sums of a fit", "give folders of 'couplet fit --checkpoint FOLDER'");
  return found;
}

/// A folder that is gone with it.
class GatheredSums {
 public:
  explicit GatheredSums(const std::vector<std::string>& folders) {
    std::string name = (fs::temp_directory_path() / "couplet-merge-XXXXXX").string();
    if (!mkdtemp(name.data())) throw Error(ErrorCode::io, name, "cannot be made", "set TMPDIR to a folder with room");
    path_ = name;
    try {
      for (const std::string& folder : folders)
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
          if (entry.path().extension() == sums_ending) take(entry.path());
    } catch (const fs::filesystem_error& error) {
      remove();
      throw Error(ErrorCode::io, path_.string(), error.code().message());
    }
  }
  ~GatheredSums() { remove(); }
  GatheredSums(const GatheredSums&) = delete;
  GatheredSums& operator=(const GatheredSums&) = delete;
  std::string path() const { return path_.string(); }

 private:
  void take(const fs::path& file) const {
    std::error_code failure;
    fs::create_symlink(fs::absolute(file), path_ / file.filename(), failure);
    if (failure && failure != std::errc::file_exists) throw fs::filesystem_error("", file, failure);
  }
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path_;
};

/// As it is written and read: what tells a job, but for the folder of its sums and its part.
struct Job {
  std::string method;
  std::map<std::string, std::string> options;
  Data data;
  std::uint64_t seed = 1;
};

void put_texts(PartWriter& writer, const std::vector<std::string>& texts) {
  writer.put(std::ssize(texts));
  for (const std::string& text : texts) writer.put_text(text);
}

std::vector<std::string> get_texts(PartReader& reader) {
  std::vector<std::string> texts;
  for (auto count = reader.get<std::ptrdiff_t>(); count > 0; --count) texts.emplace_back(reader.get_text());
  return texts;
}

std::string bytes_of_job(const Job& job) {
  PartWriter writer;
  std::vector<std::string> names, values;
  for (const auto& [name, value] : job.options) {
    names.push_back(name);
    values.push_back(value);
  }
  put_texts(writer, {job.method, job.data.columns, job.data.format});
  for (const auto& list : {names, values, job.data.paths, job.data.further}) put_texts(writer, list);
  writer.put(job.data.header);
  writer.put(job.data.no_header);
  writer.put(job.data.on_bad_line);
  writer.put(job.seed);
  return writer.take();
}

Job job_of_bytes(const std::string& bytes) {
  PartReader reader(bytes);
  Job job;
  const auto texts = get_texts(reader), names = get_texts(reader), values = get_texts(reader);
  if (texts.size() != 3 || names.size() != values.size()) throw Error(ErrorCode::data, "", "lists do not fit");
  job.method = texts[0];
  job.data.columns = texts[1];
  job.data.format = texts[2];
  for (std::size_t i = 0; i < names.size(); ++i) job.options[names[i]] = values[i];
  job.data.paths = get_texts(reader);
  job.data.further = get_texts(reader);
  job.data.header = reader.get<bool>();
  job.data.no_header = reader.get<bool>();
  job.data.on_bad_line = reader.get<BadLine>();
  job.seed = reader.get<std::uint64_t>();
  return job;
}

Job read_job(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  try {
    return job_of_bytes(bytes);
  } catch (const Error&) {
    throw Error(ErrorCode::data, path.string(), "is damaged", "run one of the parts again");
  }
}

}  // namespace

void describe_job(const std::string& folder, const std::string& identity, const Method& method, const Data& data,
                  const Parameters& parameters, const Run& run) {
  Job job{method.name, {}, data, run.seed};
  for (const Parameter& parameter : method.parameters)
    if (parameters.given(parameter.name) && parameter.name != "checkpoint" && parameter.name != "partial")
      job.options[parameter.name] = parameters.text(parameter.name);
  AtomicFile file((fs::path(folder) / (hex64(hash64(identity)) + job_ending)).string());
  file.write(bytes_of_job(job));
  file.commit();
}

Fitted merge_parts(const std::vector<std::string>& folders, std::span<const Method> methods, const Run& run) {
  const fs::path described = job_in(folders.front());
  for (const std::string& folder : folders)
    if (job_in(folder).filename() != described.filename())
      throw Error(ErrorCode::usage, folder, "has the sums of another job than " + folders.front(),
                  "merge parts of one method, with the same options and data");
  Job job = read_job(described);
  Run its_run = run;
  its_run.seed = job.seed;
  for (const std::string& file : job.data.paths)
    if (!fs::exists(file))
      throw Error(ErrorCode::io, file, "is not there, and the parts were computed of it",
                  "merge where the data is, under the name that the parts had for it");
  const Method& method = find_method(methods, job.method);
  const GatheredSums sums(folders);
  job.options["checkpoint"] = sums.path();
  const Parameters parameters = Parameters::resolve(method.parameters, job.options);
  if (hex64(hash64(job_identity(method, job.data, parameters, its_run))) != described.stem())
    throw Error(ErrorCode::usage, job.data.name(), "is not the data that the parts were computed of",
                "merge where the data is, unchanged, with the version of Couplet that made the parts");
  return fit_model(method, job.data, parameters, methods, its_run);
}

}  // namespace couplet
