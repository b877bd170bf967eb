package dev.rota.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An Account is who the server runs as. PostgreSQL refuses to run as root, so root's server runs as
 * an unprivileged user who owns the data; where that user cannot reach the folders (below /root,
 * say) it runs in a user namespace, where root is nobody and still owns its files. Everybody else's
 * server runs as themselves.
 */
record Account(String name, Command wrapper, @Nullable Owner owner) {

  /** Who owns the server's files, where that is not the one who runs this program. */
  record Owner(int uid, int gid) {}

  private static final Account SELF = new Account("the current user", Command.of(), null);
  private static final Account NAMESPACE =
      new Account("nobody in a user namespace", Command.of("unshare", "--user", "--"), null);

  static boolean isRoot() {
    return new UnixSystem().getUid() == 0;
  }

  /**
   * The account for a data folder: the owner of the data that are there, or the first that can work
   * with both folders.
   */
  static Account choose(Path dataDirectory, Path data, Path binaries)
      throws IOException, InterruptedException {
    if (!isRoot()) {
      return SELF;
    }
    var refusals = new ArrayList<String>();
    for (var account : Files.exists(data) ? List.of(ownerOf(data)) : candidates(binaries)) {
      var attempt = account.reach(dataDirectory, binaries);
      if (attempt.succeeded()) {
        return account;
      }
      refusals.add(account.name + ": " + attempt.output());
    }
    throw new PostgresException(
        "PostgreSQL does not run as root, and no other account can use the data folder "
            + dataDirectory
            + " and the programs in "
            + binaries
            + ". Start Rota as an ordinary user, or choose a data folder whose parents everybody may enter. Tried: "
            + String.join("; ", refusals));
  }

  private static Account ownerOf(Path data) throws IOException {
    var uid = (int) Files.getAttribute(data, "unix:uid");
    return uid == 0
        ? NAMESPACE
        : user("user " + uid, new Owner(uid, (int) Files.getAttribute(data, "unix:gid")));
  }

  private static List<Account> candidates(Path anywhere) throws InterruptedException {
    var accounts = new ArrayList<Account>();
    for (var name : List.of("postgres", "nobody")) {
      var uid = Command.of("id", "-u", name).run(anywhere);
      var gid = Command.of("id", "-g", name).run(anywhere);
      if (uid.succeeded() && gid.succeeded()) {
        accounts.add(
            user(
                "user " + name,
                new Owner(Integer.parseInt(uid.output()), Integer.parseInt(gid.output()))));
      }
    }
    accounts.add(NAMESPACE);
    return accounts;
  }

  private static Account user(String name, Owner owner) {
    var become =
        Command.of(
            "setpriv", "--reuid=" + owner.uid, "--regid=" + owner.gid, "--clear-groups", "--");
    return new Account(name, become, owner);
  }

  /**
   * Whether the programs run and the data folder can be entered; the answer's output says what is
   * in the way.
   */
  private Command.Result reach(Path dataDirectory, Path binaries) throws InterruptedException {
    var script =
        """
        "$1/bin/postgres" --version >/dev/null || exit 1
        cd "$2" || exit 1
        """;
    return Command.of("/bin/sh", "-c", script, "sh", binaries.toString(), dataDirectory.toString())
        .through(wrapper)
        .run(Path.of("/"));
  }

  /** Hands a file or folder to the account. */
  void give(Path path) throws IOException {
    if (owner != null) {
      Files.setAttribute(path, "unix:gid", owner.gid);
      Files.setAttribute(path, "unix:uid", owner.uid);
    }
  }
}
