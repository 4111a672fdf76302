package dev.hyperterse.compiler.access;

import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The headers that a server's plugins read keys and other credentials from. */
public final class KeyHeaders {
    private KeyHeaders() {}

    /** In lower case. */
    public static Set<String> of(Stream<AuthPlugin> plugins) {
        return plugins.flatMap(KeyHeaders::of).collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<String> of(AuthPlugin plugin) {
        return switch (plugin) {
            case AuthPlugin.ApiKeys keys -> Stream.of(HeaderNames.lowerCase(keys.header()));
            case AuthPlugin.Script script -> script.headers().stream();
            case AuthPlugin.AllowAll _, AuthPlugin.Tokens _ -> Stream.empty();
        };
    }
}
