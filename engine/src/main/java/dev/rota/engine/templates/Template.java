package dev.rota.engine.templates;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * A Template is named defaults of jobs, with places for parameters.
 *
 * @param definition a JSON object, which those who make jobs from it understand
 */
public record Template(
    String name, String definition, Instant createdAt, Instant updatedAt, String updatedBy) {
  static Template read(ResultSet row) throws SQLException {
    return new Template(
        row.getString("name"),
        row.getString("definition"),
        Columns.instant(row, "created_at"),
        Columns.instant(row, "updated_at"),
        row.getString("updated_by"));
  }
}
