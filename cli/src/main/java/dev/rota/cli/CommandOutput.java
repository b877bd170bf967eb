package dev.rota.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A CommandOutput is what a command writes, read while it runs. */
final class CommandOutput {
  private static final Executor APART = task -> Thread.ofVirtual().start(task);

  private CommandOutput() {}

  /** All of it; more than so many bytes are an error. */
  static CompletableFuture<String> read(InputStream stream, int most) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            var bytes = stream.readNBytes(most + 1);
            if (bytes.length > most) {
              stream.transferTo(OutputStream.nullOutputStream());
              throw new IllegalStateException(
                  "The command printed more than " + most + " bytes, too much for a result");
            }
            return new String(bytes, StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        APART);
  }

  /** Line by line. */
  static CompletableFuture<Void> lines(InputStream stream, Consumer<String> each) {
    return CompletableFuture.runAsync(
        () -> {
          try (var reader =
              new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
              each.accept(line);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        APART);
  }
}
