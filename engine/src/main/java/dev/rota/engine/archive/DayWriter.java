package dev.rota.engine.archive;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A DayWriter writes the jobs of a day to a file that nobody takes for a finished one. */
final class DayWriter implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final LocalDate day;
  private final FileChannel channel;
  private final GZIPOutputStream zip;
  private final OutputStream out;
  private final Digest digest = new Digest();
  private long jobs;
  private long executions;

  DayWriter(LocalDate day, Path unfinished) throws IOException {
    this.day = day;
    this.channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    this.zip = new Fast(Channels.newOutputStream(channel));
    this.out = new BufferedOutputStream(zip, BUFFER);
  }

  /** Lines repeat their names: the fastest compression makes them a tenth already. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  void add(String line, long tries) throws IOException {
    out.write(digest.add(line));
    jobs++;
    executions += tries;
  }

  long jobs() {
    return jobs;
  }

  /** Writes the footer and waits until everything is on the disk. */
  Footer finish() throws IOException {
    Footer footer = new Footer(day, jobs, executions, digest.hex());
    out.write((footer.json() + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    zip.finish();
    channel.force(true);
    return footer;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
