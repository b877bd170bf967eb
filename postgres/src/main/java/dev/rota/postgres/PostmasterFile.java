package dev.rota.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A PostmasterFile is what a server writes about itself into its data: who it is and how far it has
 * come.
 */
record PostmasterFile(long pid, String status) {

  private static final int STATUS_LINE = 7;

  static Optional<PostmasterFile> read(Path data) throws IOException {
    try {
      var lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return lines.isEmpty() || lines.getFirst().isBlank()
          ? Optional.empty()
          : Optional.of(parse(lines));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static PostmasterFile parse(List<String> lines) {
    var status = lines.size() > STATUS_LINE ? lines.get(STATUS_LINE).strip() : "";
    return new PostmasterFile(Math.abs(Long.parseLong(lines.getFirst().strip())), status);
  }

  boolean isReady() {
    return status.equals("ready");
  }

  /** The living server on these data, and not whoever has got its process number since. */
  Optional<ProcessHandle> server(Path data) {
    return ProcessHandle.of(pid).filter(process -> isServer(process, data));
  }

  static boolean isServer(ProcessHandle process, Path data) {
    // A zombie has lost its command line, so that it is not taken for a server.
    return process.isAlive()
        && process.info().commandLine().filter(line -> line.contains(data.toString())).isPresent();
  }
}
