package dev.hyperterse.compiler.resolve;

import dev.hyperterse.crds.v1alpha1.Attachments;
import dev.hyperterse.crds.v1alpha1.Auth;
import dev.hyperterse.crds.v1alpha1.Grant;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.ServerScripts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All grants of a server. Linkers look up single grants; the watch of namespaces asks whether a grant depends on
 * labels. Of two entries with one name the first counts.
 */
public final class ServerGrants {
    private final Map<Granted, Grantees> table = new HashMap<>();

    private ServerGrants(HyperterseServerSpec spec) {
        table.put(
                new Granted.Attachment(),
                Grants.ofAttachments(spec.attachments().flatMap(Attachments::namespaces)));
        spec.env().forEach(it -> add(new Granted.Variable(it.name()), it.namespaces(), new Grantees.None()));
        spec.adapters().forEach(it -> add(new Granted.Adapter(it.name()), it.namespaces()));
        spec.auth()
                .map(Auth::plugins)
                .orElse(List.of())
                .forEach(it -> add(new Granted.Plugin(it.name()), it.namespaces()));
        add(new Granted.Scripts(), spec.scripts().flatMap(ServerScripts::namespaces));
        spec.scripts()
                .map(ServerScripts::fetch)
                .orElse(List.of())
                .forEach(it -> add(new Granted.Fetch(it.url()), it.namespaces()));
    }

    public static ServerGrants of(HyperterseServerSpec spec) {
        return new ServerGrants(spec);
    }

    private void add(Granted thing, Optional<Grant> grant) {
        add(thing, grant, new Grantees.Same());
    }

    /** @param unset what the absence of a grant means */
    private void add(Granted thing, Optional<Grant> grant, Grantees unset) {
        table.putIfAbsent(thing, Grants.of(grant, unset));
    }

    /** Nothing where the server has no such thing. */
    public Optional<Grantees> find(Granted thing) {
        return Optional.ofNullable(table.get(thing));
    }

    /** No namespace where the server has no such part. */
    public Grantees to(Granted thing) {
        return table.getOrDefault(thing, new Grantees.None());
    }

    /** Whether other labels of a namespace can change any of it. */
    public boolean byLabels() {
        return table.values().stream().anyMatch(Grantees.Selector.class::isInstance);
    }
}
