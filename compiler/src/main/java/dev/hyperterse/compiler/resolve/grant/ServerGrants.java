package dev.hyperterse.compiler.resolve.grant;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.server.Attachments;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All grants of a server. Linkers look up single grants; the watch of namespaces asks whether a grant depends on
 * labels. Of two entries with one name the first counts.
 */
public final class ServerGrants {
    private static final Grantees NONE = new Grantees.None();
    private static final Grantees SAME = new Grantees.Same();

    private final Map<Granted, Grantees> table = new HashMap<>();
    private final List<String> selectors = new ArrayList<>();

    private ServerGrants(HyperterseServerSpec spec) {
        add(
                "spec.attachments",
                new Granted.Attachment(),
                Grants.ofAttachments(spec.attachments().flatMap(Attachments::namespaces)));
        addAll("spec.env", spec.env(), it -> new Granted.Variable(it.name()), it -> Grants.of(it.namespaces(), NONE));
        addAll(
                "spec.adapters",
                spec.adapters(),
                it -> new Granted.Adapter(it.name()),
                it -> Grants.of(it.namespaces(), SAME));
        addAll(
                "spec.auth.plugins",
                spec.auth().map(Auth::plugins).orElse(List.of()),
                it -> new Granted.Plugin(it.name()),
                it -> Grants.of(it.namespaces(), SAME));
        add("spec.scripts", new Granted.Scripts(), Grants.of(spec.scripts().flatMap(ServerScripts::namespaces), SAME));
        addAll(
                "spec.scripts.fetch",
                spec.scripts().map(ServerScripts::fetch).orElse(List.of()),
                it -> new Granted.Fetch(it.url()),
                it -> Grants.of(it.namespaces(), SAME));
    }

    public static ServerGrants of(HyperterseServerSpec spec) {
        return new ServerGrants(spec);
    }

    private <T> void addAll(String path, List<T> declared, Function<T, Granted> thing, Function<T, Grantees> grantees) {
        for (var index = 0; index < declared.size(); index++) {
            var entry = declared.get(index);
            add(FieldPath.item(path, index), thing.apply(entry), grantees.apply(entry));
        }
    }

    private void add(String path, Granted thing, Grantees grantees) {
        table.putIfAbsent(thing, grantees);
        if (grantees instanceof Grantees.Selector) {
            selectors.add(path + ".namespaces");
        }
    }

    /** Nothing where the server has no such thing. */
    public Optional<Grantees> find(Granted thing) {
        return Optional.ofNullable(table.get(thing));
    }

    /** No namespace where the server has no such part. */
    public Grantees to(Granted thing) {
        return table.getOrDefault(thing, new Grantees.None());
    }

    /** The fields in which other labels of a namespace can change any of it. */
    public List<String> selectors() {
        return List.copyOf(selectors);
    }
}
