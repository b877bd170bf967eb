package dev.rota.engine.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An ArchiveFolder is where the files of an archive lie: whole files under their names. */
record ArchiveFolder(Path path) {
  private static final String UNFINISHED = ".unfinished";
  private static final Pattern NAME =
      Pattern.compile("jobs-\\d{4}-\\d{2}-\\d{2}(\\.\\d+)?\\.ndjson\\.gz");

  /** A Placed is a file and which of its day it is. */
  record Placed(int part, Path file) {}

  /** Throws if nothing can be written there. */
  void check() throws IOException {
    Files.createDirectories(path);
    Path probe = path.resolve(UNFINISHED);
    Files.write(probe, new byte[1]);
    Files.delete(probe);
  }

  Path unfinished(LocalDate day) {
    return path.resolve(UNFINISHED + "-" + day);
  }

  /**
   * Gives a file that is on the disk the first free name of its day; one that is there already with
   * the same content is left as it is. No file is ever written over.
   */
  Placed place(LocalDate day, Path unfinished) throws IOException {
    for (int part = 1; ; part++) {
      Path file = path.resolve(name(day, part));
      if (!Files.exists(file)) {
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        sync();
        return new Placed(part, file);
      }
      if (Files.mismatch(unfinished, file) == -1) {
        Files.delete(unfinished);
        sync();
        return new Placed(part, file);
      }
    }
  }

  /** Looks whether a file is there as it was written. */
  FileState look(ArchiveFile written) {
    try {
      Path file = path.resolve(written.name());
      if (!Files.isRegularFile(file)) {
        return FileState.MISSING;
      }
      return Files.size(file) == written.bytes() ? FileState.PRESENT : FileState.DAMAGED;
    } catch (IOException e) {
      return FileState.MISSING;
    }
  }

  /** The files of an archive in a folder, in the order of their days. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
          .sorted()
          .toList();
    }
  }

  private static String name(LocalDate day, int part) {
    return "jobs-" + day + (part == 1 ? "" : "." + part) + ".ndjson.gz";
  }

  /** The name of a file survives a crash when its folder is on the disk. */
  private void sync() throws IOException {
    try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
