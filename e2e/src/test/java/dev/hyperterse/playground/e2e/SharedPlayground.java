package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.junit.FixturePool;
import dev.hyperterse.playground.ArchivedProduct;
import dev.hyperterse.playground.Playground;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts a playground where none is free for a class, and closes all after the last; a namespace for each test. */
final class SharedPlayground implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(SharedPlayground.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gateway.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var playground = FixturePool.lend(
                context, SharedPlayground.class, Playground.class, () -> Playground.start(ArchivedProduct.installed()));
        // The store of a test closes it, which deletes the namespace's servers and leaves.
        return context.getStore(NAMESPACE).computeIfAbsent("gateway", _ -> Gateway.open(playground), Gateway.class);
    }
}
