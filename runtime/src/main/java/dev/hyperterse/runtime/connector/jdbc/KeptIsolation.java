package dev.hyperterse.runtime.connector.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * A connection for the pool, which never learns in which isolation level its transactions run and so never changes it. It
 * asks once in its life; when the connection breaks in that moment it remembers a level that does not exist and can set up
 * no connection ever after. Here a role keeps the level that its database gives it, and nobody has to ask for it.
 */
public final class KeptIsolation implements InvocationHandler {
    private final Connection connection;

    private KeptIsolation(Connection connection) {
        this.connection = connection;
    }

    public static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                KeptIsolation.class.getClassLoader(), new Class<?>[] {Connection.class}, new KeptIsolation(connection));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getTransactionIsolation")) {
            return Connection.TRANSACTION_READ_COMMITTED;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
