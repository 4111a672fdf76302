package dev.hyperterse.operator.compile.access;

import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.server.AuthPlugin;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The headers that a server's plugins read keys from. */
public final class KeyHeaders {
    private KeyHeaders() {}

    /** In lower case. */
    public static Set<String> of(Stream<AuthPlugin> plugins) {
        return plugins.filter(AuthPlugin.ApiKeys.class::isInstance)
                .map(it -> HeaderNames.lowerCase(((AuthPlugin.ApiKeys) it).header()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
