package dev.rota.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * A DataLock is the right to be the only Rota on a data folder; the operating system takes it back
 * when the process dies.
 */
final class DataLock implements AutoCloseable {

  /**
   * Folders locked by this process. Locks of one process do not exclude each other, and closing any
   * channel on the file would release them all, so that a second attempt must not even open it.
   */
  private static final Set<Path> HERE = new HashSet<>();

  private final Path folder;
  private final FileChannel channel;

  private DataLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static DataLock acquire(Path dataDirectory) throws IOException {
    var folder = dataDirectory.toRealPath();
    synchronized (HERE) {
      if (!HERE.add(folder)) {
        throw taken(folder, Long.toString(ProcessHandle.current().pid()));
      }
    }
    try {
      return new DataLock(folder, lock(folder));
    } catch (IOException | RuntimeException e) {
      forget(folder);
      throw e;
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    var file = folder.resolve("rota.lock");
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw taken(folder, Files.readString(file).strip());
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)),
          0);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static DataFolderTakenException taken(Path folder, String pid) {
    return new DataFolderTakenException(
        "The data folder "
            + folder
            + " is in use by another Rota (process "
            + (pid.isEmpty() ? "unknown" : pid)
            + "). Stop that one first, or choose another data folder.");
  }

  private static void forget(Path folder) {
    synchronized (HERE) {
      HERE.remove(folder);
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      forget(folder);
    }
  }
}
