package dev.rota.worker;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** A MemoryTransaction is what happens when a connection commits that can do nothing else. */
final class MemoryTransaction implements InvocationHandler {
  private final List<Runnable> onCommit = new ArrayList<>();

  Connection connection() {
    Class<?>[] faces = {Connection.class};
    return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), faces, this);
  }

  static MemoryTransaction of(Connection connection) {
    return (MemoryTransaction) Proxy.getInvocationHandler(connection);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    throw new UnsupportedOperationException(method.getName());
  }

  void onCommit(Runnable action) {
    onCommit.add(action);
  }

  void commit() {
    onCommit.forEach(Runnable::run);
  }
}
