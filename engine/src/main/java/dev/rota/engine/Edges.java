package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Edges are which of the jobs that are being stored wait for which others, of the same list or
 * stored before.
 */
final class Edges {
  private static final Sql STATES = Statements.sql("parent_states");
  private static final Sql DEPEND = Statements.sql("depend");
  private static final String COMPLETED = "completed";

  private final List<NewJob> jobs;
  private final Within within;
  private final Enqueued[] answers;
  private final Map<Long, String> states = new HashMap<>();

  private Edges(List<NewJob> jobs, Within within, Enqueued[] answers) {
    this.jobs = jobs;
    this.within = within;
    this.answers = answers;
  }

  /** Which jobs of one list wait for which of the same list, by their places, and their names. */
  record Within(List<String> names, List<List<Integer>> parents) {
    static final Within NOTHING = new Within(List.of(), List.of());

    static Within of(NewGraph graph) {
      return new Within(graph.nodes().stream().map(NewGraph.Node::name).toList(), graph.parents());
    }

    List<Integer> parents(int place) {
      return parents.isEmpty() ? List.of() : parents.get(place);
    }
  }

  /** The edges of jobs whose ids are known; refuses parents that are not there. */
  static Edges find(Connection connection, List<NewJob> jobs, Within within, Enqueued[] answers)
      throws SQLException {
    Edges edges = new Edges(jobs, within, answers);
    edges.readStates(connection);
    return edges;
  }

  /** Whether the job at this place has to wait: not if all its parents have completed already. */
  boolean waits(int place) {
    return within.parents(place).stream().anyMatch(parent -> isOpen(answers[parent]))
        || jobs.get(place).parents().jobs().stream().anyMatch(id -> !isCompleted(id));
  }

  /** Notes the edges of the jobs that are stored; a duplicate keeps those that it has. */
  void store(Connection connection) throws SQLException {
    List<Long> children = new ArrayList<>();
    List<Long> parents = new ArrayList<>();
    List<@Nullable String> names = new ArrayList<>();
    List<String> choices = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (!answers[i].duplicate()) {
        for (Map.Entry<Long, String> parent : named(i).entrySet()) {
          children.add(answers[i].job());
          parents.add(parent.getKey());
          names.add(parent.getValue().isEmpty() ? null : parent.getValue());
          choices.add(jobs.get(i).parents().onFailure().word());
        }
      }
    }
    if (!children.isEmpty()) {
      DEPEND
          .on(connection)
          .set("jobs", children.stream().mapToLong(Long::longValue).toArray())
          .set("parents", parents.stream().mapToLong(Long::longValue).toArray())
          .set("names", names.toArray(new String[0]))
          .set("on_failures", choices.toArray(new String[0]))
          .update();
    }
  }

  /** The parents of one job with their names; those outside the list have none. */
  private Map<Long, String> named(int place) {
    Map<Long, String> named = new HashMap<>();
    jobs.get(place).parents().jobs().forEach(id -> named.put(id, ""));
    within
        .parents(place)
        .forEach(parent -> named.put(answers[parent].job(), within.names().get(parent)));
    return named;
  }

  private boolean isOpen(Enqueued parent) {
    return !parent.duplicate() || !isCompleted(parent.job());
  }

  private boolean isCompleted(long id) {
    return COMPLETED.equals(states.get(id));
  }

  private void readStates(Connection connection) throws SQLException {
    TreeSet<Long> wanted = new TreeSet<>();
    jobs.forEach(job -> wanted.addAll(job.parents().jobs()));
    within
        .parents()
        .forEach(places ->
            places.stream()
                .map(place -> answers[place])
                .filter(Enqueued::duplicate)
                .forEach(answer -> wanted.add(answer.job())));
    if (wanted.isEmpty()) {
      return;
    }
    STATES
        .on(connection)
        .set("ids", wanted.stream().mapToLong(Long::longValue).toArray())
        .list(row -> {
          String state = row.getString("state");
          return states.put(row.getLong("id"), state == null ? "" : state);
        });
    for (int i = 0; i < jobs.size(); i++) {
      checkParents(i);
    }
  }

  private void checkParents(int place) {
    List<Long> ids = jobs.get(place).parents().jobs();
    for (int k = 0; k < ids.size(); k++) {
      if (!states.containsKey(ids.get(k))) {
        InvalidInput unknown =
            new InvalidInput(
                "depends_on[" + k + "]", ids.get(k), "must be the id of a job that is there");
        throw jobs.size() == 1 ? unknown : unknown.at("jobs[" + place + "]");
      }
    }
  }
}
