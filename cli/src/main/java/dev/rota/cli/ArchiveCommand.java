package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.engine.archive.Archive;
import dev.rota.engine.archive.ArchiveTotals;
import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An ArchiveCommand lists the files of finished jobs, or looks whether files are whole. */
@Command(
    name = "archive",
    description =
        "Lists the files into which finished jobs were written; --check reads files from end to end.",
    mixinStandardHelpOptions = true)
final class ArchiveCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Option(
      names = "--check",
      arity = "1..*",
      paramLabel = "FILE|DIR",
      description = "Reads these from end to end and tells which are whole; asks nobody.")
  private List<Path> checked = List.of();

  @Option(names = "--limit", paramLabel = "N", description = "Default: 50")
  private int limit = 50;

  ArchiveCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return checked.isEmpty() ? client.run(this::list) : client.alone(this::check);
  }

  private int list(Api api, Output out) {
    Tree answer = api.get(Route.to("archive").with("limit", limit));
    if (out.isJson()) {
      out.json(answer);
      return Exit.OK;
    }
    Tree failure = answer.find("failure");
    if (failure != null) {
      out.line(
          "Archiving fails on "
              + failure.at("node").text()
              + ", and nothing is dropped: "
              + failure.at("error").text());
    }
    out.table(table(answer), "There are no files yet.");
    return failure == null ? Exit.OK : Exit.FAILED;
  }

  private static Table table(Tree answer) {
    Table table = new Table("DAY", ">JOBS", ">EXECUTIONS", ">BYTES", "STATE", "FILE", "SINCE");
    for (Tree file : answer.at("files").items()) {
      table.row(
          file.at("day").text(),
          file.at("jobs").raw(),
          file.at("executions").raw(),
          file.at("bytes").raw(),
          Cell.word(file.at("state").text()),
          file.at("name").text(),
          Ages.of(file.find("archived_at")));
    }
    return table;
  }

  private int check(Output out) {
    Table table = new Table("FILE", ">JOBS", ">EXECUTIONS", ">BYTES", "STATE");
    boolean whole = true;
    for (Path path : checked) {
      for (Path file : Archive.files(path)) {
        whole &= check(table, file);
      }
    }
    out.table(table, "There are no files.");
    return whole ? Exit.OK : Exit.FAILED;
  }

  private static boolean check(Table table, Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      ArchiveTotals held = Archive.check(file);
      table.row(
          name,
          String.valueOf(held.jobs()),
          String.valueOf(held.executions()),
          String.valueOf(held.bytes()),
          Cell.word("whole"));
      return true;
    } catch (RotaException e) {
      table.row(name, "", "", "", String.valueOf(e.getMessage()));
      return false;
    }
  }
}
