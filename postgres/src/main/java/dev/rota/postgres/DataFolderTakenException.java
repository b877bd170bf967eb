package dev.rota.postgres;

/**
 * A DataFolderTakenException says that another program owns the data folder; its server can be used
 * all the same.
 */
public final class DataFolderTakenException extends PostgresException {

  private static final long serialVersionUID = 1;

  DataFolderTakenException(String message) {
    super(message);
  }
}
