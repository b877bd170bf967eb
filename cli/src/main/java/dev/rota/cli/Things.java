package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.remote.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Things are what the API keeps under a path by their names: they are listed, shown, put from a
 * file and deleted in the same way.
 *
 * @param path where they are, as in windows
 * @param word what one is called, as in window
 */
record Things(String path, String word) {
  static final String FILE = "A file with JSON, as the API takes it; - reads the input.";

  int list(Client client, Function<Tree, Table> table) throws InterruptedException {
    return client.run((api, out) -> {
      out.answer(api.get(Route.to(path)), table, "There are no " + word + "s.");
      return Exit.OK;
    });
  }

  int show(Client client, String name) throws InterruptedException {
    return client.run((api, out) -> print(out, api.get(Route.to(path, name))));
  }

  int put(Client client, String name, Path file) throws InterruptedException {
    String json = read(file);
    return client.run((api, out) -> print(out, api.put(Route.to(path, name), json)));
  }

  int delete(Client client, String name) throws InterruptedException {
    return client.run((api, out) -> {
      Tree answer = api.delete(Route.to(path, name));
      if (out.isJson()) {
        out.json(answer);
      } else {
        out.line("%s %s is deleted".formatted(word, name));
      }
      return Exit.OK;
    });
  }

  /** Does something to one that needs no more words, and shows what it is then. */
  int tell(Client client, String name, String verb) throws InterruptedException {
    return client.run((api, out) -> print(out, api.post(Route.to(path, name, verb), null)));
  }

  /** To the letter for scripts, a line for each member for people. */
  static int print(Output out, Tree thing) {
    if (out.isJson()) {
      out.json(thing);
    } else {
      out.fields(thing);
    }
    return Exit.OK;
  }

  /** JSON from a file, or from the input if its name is a dash. */
  static String read(Path file) {
    try {
      String json =
          file.toString().equals("-")
              ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
              : Files.readString(file);
      Json.check("file", json);
      return json;
    } catch (IOException e) {
      throw new InvalidInput("file", file, "cannot be read: " + e.getMessage());
    }
  }
}
