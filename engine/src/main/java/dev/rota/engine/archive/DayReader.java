package dev.rota.engine.archive;

import dev.rota.RotaException;
import dev.rota.remote.Tree;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** A DayReader reads a file of the archive and refuses one that is not whole. */
record DayReader(Path file) {
  /** A Sink takes the lines of jobs. */
  @FunctionalInterface
  interface Sink {
    void take(String line, Tree job);
  }

  /** Reads the lines of jobs one after the other; gives the footer if the file is whole. */
  Footer read(Sink sink) {
    if (!Files.isRegularFile(file)) {
      throw new RotaException("not-found", "there is no file " + file);
    }
    long at = 1;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file), 1 << 16),
                StandardCharsets.UTF_8))) {
      Digest digest = new Digest();
      Footer footer = null;
      long executions = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (footer != null) {
          throw refusal(at, "something follows on its last line");
        }
        Tree tree = tree(line, at);
        footer = footer(tree, at);
        if (footer == null) {
          digest.add(line);
          executions += tree.at("executions").items().size();
          sink.take(line, tree);
        } else if (!footer.sha256().equals(digest.hex())
            || footer.jobs() != at - 1
            || footer.executions() != executions) {
          throw refusal(at, "its lines are not those that were written");
        }
        at++;
      }
      if (footer == null) {
        throw refusal(at, "its end is missing");
      }
      return footer;
    } catch (EOFException e) {
      throw refusal(at, "its end is missing");
    } catch (ZipException e) {
      throw refusal(at, "it cannot be unpacked: " + e.getMessage());
    } catch (IOException e) {
      throw new RotaException("not-readable", file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private Tree tree(String line, long at) {
    try {
      Tree tree = Tree.read(line);
      if (tree.find("archive") == null) {
        tree.at("id").raw();
        tree.at("executions").items();
      }
      return tree;
    } catch (RuntimeException e) {
      throw refusal(at, "this is no job: " + e.getMessage());
    }
  }

  private @Nullable Footer footer(Tree line, long at) {
    try {
      return Footer.find(line);
    } catch (RuntimeException e) {
      throw refusal(at, String.valueOf(e.getMessage()));
    }
  }

  private RotaException refusal(long at, String why) {
    return new RotaException(
        "not-an-archive",
        "%s, line %d: %s. Nothing of this file was stored".formatted(file, at, why));
  }
}
