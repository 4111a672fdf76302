package dev.hyperterse.engines.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * A connection that reports a fixed isolation level to the pool. HikariCP reads the level of its first connection only;
 * if that connection breaks in that moment, the pool stores a level that does not exist and can set up no connection
 * after that. The level of the session itself stays what the database gives the role.
 */
public final class FixedIsolation implements InvocationHandler {
    private final Connection connection;
    private final Object engines;

    private FixedIsolation(Connection connection, Object engines) {
        this.connection = connection;
        this.engines = engines;
    }

    public static Connection of(Connection connection) {
        return of(connection, connection);
    }

    /** @param engines the engine's own object for the connection; {@code unwrap} finds it by its class */
    public static Connection of(Connection connection, Object engines) {
        return (Connection) Proxy.newProxyInstance(
                FixedIsolation.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new FixedIsolation(connection, engines));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getTransactionIsolation")) {
            return Connection.TRANSACTION_READ_COMMITTED;
        }
        if (method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(engines)) {
            return engines;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
