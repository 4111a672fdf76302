package dev.hyperterse.testbed;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link PostgresServer}, one for the whole JVM, and a {@link PostgresDatabase}, a new one for each test
 * class. Used as {@code @ExtendWith(Postgres.class)}; where Postgres cannot run see {@link Requirement}.
 */
public final class Postgres implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(Postgres.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == PostgresServer.class || type == PostgresDatabase.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == PostgresServer.class ? server(context) : database(context);
    }

    private static PostgresServer server(ExtensionContext context) {
        // The root's store closes what it holds when the JVM's last test is over.
        return Requirement.fulfil(() -> context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("server", key -> PostgresServer.create(), PostgresServer.class));
    }

    private static PostgresDatabase database(ExtensionContext context) {
        var server = server(context);
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        context.getRequiredTestClass(), key -> server.createDatabase(), PostgresDatabase.class);
    }
}
