package dev.rota.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * An Unreliable is a source of connections that gives none while its database is said to be away.
 */
public final class Unreliable {

  private Unreliable() {}

  public static DataSource dataSource(DataSource real, BooleanSupplier away) {
    return (DataSource)
        Proxy.newProxyInstance(
            Unreliable.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (away.getAsBoolean()) {
                throw new SQLTransientConnectionException("nobody answers");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
