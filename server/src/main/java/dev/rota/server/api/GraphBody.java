package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A GraphBody is a graph of jobs as callers send it: each job has a name beside its own members.
 */
record GraphBody(@Nullable List<Raw> jobs) {
  private static final String NAME = "name";

  /** A job and what it is called. */
  private record Named(String name, JobBody job) {}

  /**
   * @param key makes repeating the whole call safe
   */
  NewGraph graph(String actor, @Nullable String key, @Nullable String trace) {
    List<Named> named = named();
    Set<String> names = new TreeSet<>();
    named.forEach(one -> names.add(one.name()));
    List<NewGraph.Node> nodes = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      Named one = named.get(i);
      try {
        List<String> all = one.job().dependsOn() == null ? List.of() : one.job().dependsOn();
        String own = key == null ? null : key + "#" + one.name();
        NewJob job = one.job().job(actor, own, trace, names);
        nodes.add(
            new NewGraph.Node(one.name(), job, all.stream().filter(names::contains).toList()));
      } catch (InvalidInput e) {
        throw e.at("jobs[" + i + "]");
      }
    }
    return new NewGraph(nodes);
  }

  private List<Named> named() {
    if (jobs == null || jobs.isEmpty()) {
      throw new InvalidInput("jobs", "", "must be given: the jobs of the graph");
    }
    List<Named> named = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      Map<String, Raw> members =
          new LinkedHashMap<>(Wire.members("jobs[" + i + "]", jobs.get(i).json()));
      Raw name = members.remove(NAME);
      try {
        named.add(new Named(name(name), Wire.read(Wire.write(members), JobBody.class)));
      } catch (InvalidInput e) {
        throw e.at("jobs[" + i + "]");
      }
    }
    return named;
  }

  private static String name(@Nullable Raw name) {
    record Only(@Nullable String name) {}
    String text =
        name == null
            ? null
            : Wire.read("{\"" + NAME + "\": " + name.json() + "}", Only.class).name();
    if (text == null || text.isBlank()) {
      throw new InvalidInput(NAME, text == null ? "" : text, "must be given: what others wait for");
    }
    return text;
  }
}
