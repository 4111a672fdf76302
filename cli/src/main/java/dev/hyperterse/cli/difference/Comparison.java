package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.cli.difference.Difference.Sign;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.cli.validation.ScriptedCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what all servers serve before and after a change of objects. */
public final class Comparison {
    private final ScriptedCompiler compiler = new ScriptedCompiler();
    private final AdmittedObjects before;
    private final AdmittedObjects after;
    private final List<Difference> differences = new ArrayList<>();
    private final List<CompiledServer> compiled = new ArrayList<>();

    private Comparison(AdmittedObjects before, AdmittedObjects after) {
        this.before = before;
        this.after = after;
    }

    /**
     * What was found.
     *
     * @param servers how many were compared
     * @param compiled the servers as they are after the change, with the problems of their definitions
     */
    public record Found(int servers, List<Difference> differences, List<CompiledServer> compiled) {}

    public static Found of(AdmittedObjects before, AdmittedObjects after) {
        return new Comparison(before, after).run();
    }

    private Found run() {
        var old = byName(before.servers());
        var now = byName(after.servers());
        var names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        for (var name : names) {
            server(name, Optional.ofNullable(old.get(name)), Optional.ofNullable(now.get(name)));
        }
        return new Found(names.size(), differences, compiled);
    }

    private void server(String name, Optional<HyperterseServer> old, Optional<HyperterseServer> now) {
        var served = old.map(server -> ServedServer.of(before, server, compiler));
        var servedNow = now.map(server -> served.map(it -> it.after(after, server, compiler))
                .orElseGet(() -> ServedServer.of(after, server, compiler)));
        servedNow.ifPresent(it -> compiled.add(it.compiled()));
        if (servedNow.isEmpty()) {
            var count = served.orElseThrow().definitions().size();
            add(
                    name,
                    Sign.REMOVED,
                    List.of(DefinitionChange.breaking("", "removed, with its " + Counted.of(count, "definition"))));
        } else if (served.isEmpty()) {
            var count = servedNow.get().definitions().size();
            add(
                    name,
                    Sign.ADDED,
                    List.of(DefinitionChange.compatible("", "new, with " + Counted.of(count, "definition"))));
        } else {
            new OneServer(name, served.get(), servedNow.get()).compare();
        }
    }

    private void add(String server, Sign sign, List<DefinitionChange> changes) {
        var slash = server.indexOf('/');
        var key = new ObjectKey(ManifestKind.SERVER, server.substring(0, slash), server.substring(slash + 1));
        differences.add(new Difference(server, sign, "server", server, key, changes));
    }

    private static Map<String, HyperterseServer> byName(List<HyperterseServer> servers) {
        var byName = new TreeMap<String, HyperterseServer>();
        servers.forEach(server -> byName.put(
                server.getMetadata().getNamespace() + "/" + server.getMetadata().getName(), server));
        return byName;
    }

    /** One server that there is before and after. */
    private final class OneServer {
        private final String name;
        private final ServedServer old;
        private final ServedServer now;

        OneServer(String name, ServedServer old, ServedServer now) {
            this.name = name;
            this.old = old;
            this.now = now;
        }

        void compare() {
            var changes = new ArrayList<>(settings());
            changes.addAll(ComparedSettings.between(old.values(), now.values()));
            if (!changes.isEmpty()) {
                add(name, Sign.CHANGED, changes);
            }
            var names = new ArrayList<>(old.definitions().keySet());
            now.definitions().keySet().stream()
                    .filter(it -> !old.definitions().containsKey(it))
                    .forEach(names::add);
            names.forEach(this::definition);
        }

        private List<DefinitionChange> settings() {
            if (old.settings().isPresent() && now.settings().isPresent()) {
                return ComparedSettings.between(
                        old.settings().get(), now.settings().get());
            }
            if (now.settings().isPresent()) {
                return List.of(DefinitionChange.compatible("", "is served now, and was not because of its auth"));
            }
            return old.settings().isPresent()
                    ? List.of(DefinitionChange.breaking("spec.auth", "auth does not resolve"))
                    : List.of();
        }

        private void definition(PublicName publicName) {
            var before = Optional.ofNullable(old.definitions().get(publicName));
            var after = Optional.ofNullable(now.definitions().get(publicName));
            if (before.isEmpty()) {
                definition(
                        publicName, Sign.ADDED, after.orElseThrow(), List.of(DefinitionChange.compatible("", "new")));
            } else if (after.isEmpty()) {
                definition(publicName, Sign.REMOVED, before.get(), List.of(removal(before.get())));
            } else {
                var changes = ComparedDefinitions.between(old.own(before.get()), now.own(after.get()));
                if (!changes.isEmpty()) {
                    definition(publicName, Sign.CHANGED, after.get(), changes);
                }
            }
        }

        /** Its author reads why where the object is still there. */
        private DefinitionChange removal(Leaf leaf) {
            var result = now.result(leaf.identity().uid());
            var problem = result.flatMap(it -> it.problems().stream().findFirst());
            var name = result.flatMap(it -> it.served()).map(Leaf::publicName);
            return problem.map(it -> DefinitionChange.breaking(it.path(), "not served any more: " + it.message()))
                    .or(() -> name.map(it -> DefinitionChange.breaking("spec.name", "called " + it + " now")))
                    .orElseGet(() -> gone(leaf));
        }

        private DefinitionChange gone(Leaf leaf) {
            if (!after.has(ObjectKey.of(leaf.identity()))) {
                return DefinitionChange.breaking("", "removed");
            }
            var decides = leaf.identity().item().isPresent()
                    ? "document, select and overrides, and serverRefs and suspend"
                    : "serverRefs and suspend";
            return DefinitionChange.breaking("spec", "not served here any more: see its " + decides);
        }

        private void definition(PublicName publicName, Sign sign, Leaf leaf, List<DefinitionChange> changes) {
            var type = publicName.space().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            differences.add(
                    new Difference(name, sign, type, publicName.name(), ObjectKey.of(leaf.identity()), changes));
        }
    }
}
