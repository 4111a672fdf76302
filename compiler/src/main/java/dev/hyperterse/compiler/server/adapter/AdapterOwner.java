package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The server that an adapter belongs to.
 *
 * @param verifying its plugins that verify tokens of callers
 */
public record AdapterOwner(String name, SortedSet<String> verifying) {
    public static AdapterOwner of(String name, Optional<Auth> auth) {
        return new AdapterOwner(
                name,
                auth.stream()
                        .flatMap(it -> it.plugins().stream())
                        .filter(it -> it.jwt().isPresent())
                        .map(AuthPlugin::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }
}
