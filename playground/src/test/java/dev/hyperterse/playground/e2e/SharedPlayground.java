package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundOptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the playground for the first test that needs it and closes it after the last; a namespace for each test. */
final class SharedPlayground implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(SharedPlayground.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gateway.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var playground = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("playground", _ -> Playground.start(PlaygroundOptions.product()), Playground.class);
        // The store of a test closes it, which deletes the namespace's servers and leaves.
        return context.getStore(NAMESPACE).computeIfAbsent("gateway", _ -> Gateway.open(playground), Gateway.class);
    }
}
