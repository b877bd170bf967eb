package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A GraphDrawing is the jobs around one as a tree: from those that wait for nothing down to those
 * that nothing waits for. A job with several parents is drawn under the first and named under the
 * others.
 */
final class GraphDrawing {
  private static final int MOST = 200;

  private final Api api;
  private final Output out;
  private final String asked;
  private final Map<String, Tree> known = new HashMap<>();
  private final Set<String> drawn = new HashSet<>();

  GraphDrawing(Api api, Output out, Tree job) {
    this.api = api;
    this.out = out;
    this.asked = job.at("id").text();
    known.put(asked, job);
  }

  void draw() {
    Set<String> seen = new HashSet<>();
    Set<String> roots = new LinkedHashSet<>();
    climb(asked, seen, roots);
    roots.forEach(root -> draw(root, "", ""));
    if (known.size() >= MOST) {
      out.line("There are more: these are the first %d.".formatted(MOST));
    }
  }

  private void climb(String id, Set<String> seen, Set<String> roots) {
    if (!seen.add(id)) {
      return;
    }
    Tree job = job(id);
    List<Tree> parents = job == null ? List.of() : kin(job, "parents");
    if (parents.isEmpty()) {
      roots.add(id);
    }
    parents.forEach(parent -> climb(parent.at("id").text(), seen, roots));
  }

  private void draw(String id, String before, String below) {
    Tree job = job(id);
    boolean isAgain = !drawn.add(id);
    out.line(before + text(id, job) + (isAgain ? " (see above)" : ""));
    if (isAgain || job == null) {
      return;
    }
    List<Tree> children = kin(job, "children");
    for (int i = 0; i < children.size(); i++) {
      boolean isLast = i == children.size() - 1;
      draw(
          children.get(i).at("id").text(),
          below + (isLast ? "└─ " : "├─ "),
          below + (isLast ? "   " : "│  "));
    }
  }

  private String text(String id, @Nullable Tree job) {
    String number = PublicId.shortened(id);
    if (job == null) {
      return number;
    }
    String state = job.at("status").text();
    String waits = job.find("waiting_on", Tree::text);
    String line =
        "%s %s %s%s"
            .formatted(
                number,
                job.at("kind").text(),
                out.painted(Style.of(state), state),
                waits == null ? "" : ", waits: " + waits);
    return id.equals(asked) ? out.painted(Style.BOLD, "▶ ") + line : line;
  }

  private static List<Tree> kin(Tree job, String which) {
    Tree kin = job.find(which);
    return kin == null ? List.of() : kin.items();
  }

  /** A job, or null if it is gone, or a batch, or if there were too many. */
  private @Nullable Tree job(String id) {
    Tree job = known.get(id);
    if (job != null || known.size() >= MOST) {
      return job;
    }
    try {
      Tree found = api.get(Route.to("jobs", id));
      known.put(id, found);
      return found;
    } catch (RotaException e) {
      if (Exit.of(e) == Exit.NOT_FOUND || Exit.of(e) == Exit.USAGE) {
        return null;
      }
      throw e;
    }
  }
}
