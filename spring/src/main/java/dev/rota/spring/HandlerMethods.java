package dev.rota.spring;

import dev.rota.worker.Handler;
import dev.rota.worker.JobContext;
import dev.rota.worker.WorkerBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** HandlerMethods are the methods of beans that do jobs, as handlers of a worker. */
final class HandlerMethods {
  private final ConfigurableListableBeanFactory beans;

  HandlerMethods(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /** Adds them all; gives how many there are. */
  int addTo(WorkerBuilder worker) {
    int added = 0;
    for (String name : beans.getBeanNamesForType(Object.class, false, false)) {
      Class<?> type = AutoProxyUtils.determineTargetClass(beans, name);
      if (type != null && !type.getName().startsWith("org.springframework.")) {
        added += addTo(worker, name, type);
      }
    }
    return added;
  }

  private int addTo(WorkerBuilder worker, String name, Class<?> type) {
    Map<Method, RotaHandler> methods =
        MethodIntrospector.selectMethods(
            type,
            (MethodIntrospector.MetadataLookup<RotaHandler>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, RotaHandler.class));
    methods.forEach((method, handler) -> {
      Object bean = beans.getBean(name);
      Handler calling = calling(bean, AopUtils.selectInvocableMethod(method, bean.getClass()));
      if (handler.concurrency() > 0) {
        worker.handle(handler.value(), handler.concurrency(), calling);
      } else {
        worker.handle(handler.value(), calling);
      }
    });
    return methods.size();
  }

  private static Handler calling(Object bean, Method method) {
    List<Class<?>> parameters = List.of(method.getParameterTypes());
    boolean takesPayload = parameters.equals(List.of(String.class));
    boolean returns = method.getReturnType() == String.class;
    if (!(takesPayload || parameters.equals(List.of(JobContext.class)))
        || !(returns || method.getReturnType() == void.class)) {
      throw new IllegalStateException(
          method
              + ": a @RotaHandler must take a JobContext or the payload as a String, and return a String or nothing");
    }
    method.trySetAccessible();
    return job -> {
      try {
        return (String) method.invoke(bean, takesPayload ? job.payload() : job);
      } catch (InvocationTargetException e) {
        switch (e.getCause()) {
          case Exception cause -> throw cause;
          case Error error -> throw error;
          case null, default -> throw new IllegalStateException(e);
        }
      }
    };
  }
}
