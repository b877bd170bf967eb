package dev.rota.engine.templates;

import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Templates are put, found and deleted here; what they mean is for others to know. */
public final class Templates {
  private static final Sql PUT = Statements.sql("put_template");
  private static final Sql GET = Statements.sql("template");
  private static final Sql LIST = Statements.sql("templates");
  private static final Sql DELETE = Statements.sql("delete_template");

  private final Database database;
  private final AuditTrail audit = new AuditTrail();

  public Templates(Database database) {
    this.database = database;
  }

  /** Stores a template, in the place of the one of the same name if there is one. */
  public Template put(String name, String definition, String actor) {
    Rules.name("name", name);
    Rules.name("actor", actor);
    Json.checkObject("definition", definition);
    return database.transact(connection -> {
      Template put =
          PUT.on(connection)
              .set("name", name)
              .set("definition", definition)
              .set("actor", actor)
              .one(Template::read);
      note(connection, "template.put", name, actor);
      return put;
    });
  }

  public Optional<Template> find(String name) {
    return database.transact(
        connection -> GET.on(connection).set("name", name).first(Template::read));
  }

  public Template get(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /** All of them, by name. */
  public List<Template> list() {
    return database.transact(connection -> LIST.on(connection).list(Template::read));
  }

  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    database.run(connection -> {
      if (DELETE.on(connection).set("name", name).update() == 0) {
        throw unknown(name);
      }
      note(connection, "template.deleted", name, actor);
    });
  }

  private void note(Connection connection, String type, String name, String actor)
      throws SQLException {
    audit.other(connection, type, actor, "{\"template\":" + Json.quote(name) + "}");
  }

  private static RotaException unknown(String name) {
    return new RotaException("not-found", "there is no template " + name);
  }
}
