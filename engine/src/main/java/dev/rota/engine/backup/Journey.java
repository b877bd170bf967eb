package dev.rota.engine.backup;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A Journey counts rows on their way: a row is a line, whatever is in it. */
final class Journey {
  private final Progress progress;
  private final long total;
  private String table = "";
  private long rows;

  Journey(Progress progress, long total) {
    this.progress = progress;
    this.total = total;
  }

  void enter(String next) {
    table = next;
    progress.at(table, rows, total);
  }

  OutputStream counting(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        count(bytes, from, length);
      }
    };
  }

  InputStream counting(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        int read = in.read(bytes, from, length);
        count(bytes, from, Math.max(0, read));
        return read;
      }
    };
  }

  private void count(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      rows += bytes[i] == '\n' ? 1 : 0;
    }
    progress.at(table, rows, total);
  }
}
