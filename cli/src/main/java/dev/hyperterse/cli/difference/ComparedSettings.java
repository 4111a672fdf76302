package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the settings of a server. Values are compared and never quoted: some come from Secrets. */
final class ComparedSettings {
    /** Compared by themselves, or different without a meaning. */
    private static final Set<String> OWN_RULES = Set.of("identity", "exposure", "auth", "adapters", "http");

    private static final Set<String> OWN_RULES_OF_AUTH =
            Set.of("mode", "required", "resource", "policy", "rules", "decision");
    private static final Set<String> OWN_RULES_OF_HTTP = Set.of("segments");

    private final List<DefinitionChange> changes = new ArrayList<>();

    private ComparedSettings() {}

    static List<DefinitionChange> between(ServerSettings before, ServerSettings after) {
        var compared = new ComparedSettings();
        compared.exposure(before, after);
        compared.auth(before.auth(), after.auth());
        compared.adapters(before, after);
        compared.http(before.http(), after.http());
        compared.entryTools(before, after);
        compared.toolsets(before, after);
        compared.rest(before, after);
        return List.copyOf(compared.changes);
    }

    static List<DefinitionChange> between(SortedMap<ValueKey, String> before, SortedMap<ValueKey, String> after) {
        var keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        return keys.stream()
                .filter(key -> !String.valueOf(before.get(key)).equals(String.valueOf(after.get(key))))
                .map(key -> key.isOfAuth()
                        ? DefinitionChange.rights("spec.auth", "value " + key.name() + " changed")
                        : DefinitionChange.behaviour("spec", "value " + key.name() + " changed"))
                .toList();
    }

    private void exposure(ServerSettings before, ServerSettings after) {
        if (before.exposure() != after.exposure()) {
            changes.add(new DefinitionChange(
                    hides(before.exposure(), after.exposure()) ? Impact.BREAKING : Impact.COMPATIBLE,
                    "spec.exposure",
                    "exposure is %s, was %s".formatted(after.exposure(), before.exposure())));
        }
    }

    private static boolean hides(Exposure before, Exposure after) {
        return shows(before, Exposure::tools) && !shows(after, Exposure::tools)
                || shows(before, Exposure::entryTools) && !shows(after, Exposure::entryTools);
    }

    /** Whether every caller sees them. */
    private static boolean shows(Exposure exposure, Predicate<Exposure> tools) {
        return exposure != Exposure.Auto && tools.test(exposure);
    }

    private void auth(AuthSettings before, AuthSettings after) {
        if (before.mode() != after.mode()) {
            var message = "auth.mode is %s, was %s".formatted(mode(after), mode(before));
            changes.add(
                    after.mode() == AuthSettings.Mode.Required
                            ? DefinitionChange.breaking("spec.auth.mode", message)
                            : DefinitionChange.rights("spec.auth.mode", message));
        } else {
            var old = plugins(before);
            var now = plugins(after);
            if (!now.containsAll(old)) {
                changes.add(DefinitionChange.breaking("spec.auth", "plugins are %s, were %s".formatted(now, old)));
            }
            if (!old.containsAll(now)) {
                changes.add(DefinitionChange.rights("spec.auth", "plugins are %s, were %s".formatted(now, old)));
            }
            if (old.equals(now) && !before.required().equals(after.required())) {
                changes.add(DefinitionChange.rights("spec.auth.plugins", "settings of plugins changed"));
            }
        }
        if (!before.resource().equals(after.resource())) {
            changes.add(DefinitionChange.breaking("spec.auth.resource", "tokens are issued for another resource"));
        }
        changes.addAll(ComparedPolicies.between(before.policy(), after.policy(), "spec.auth.policy"));
        changes.addAll(ComparedPolicies.between(
                Optional.of(AccessPolicy.of(before.rules())),
                Optional.of(AccessPolicy.of(after.rules())),
                "spec.auth.rules"));
        decision(before.decision(), after.decision());
        ComparedMembers.different(before, after)
                .filter(member -> !OWN_RULES_OF_AUTH.contains(member))
                .forEach(member ->
                        changes.add(DefinitionChange.rights("spec.auth." + member, "auth." + member + " changed")));
    }

    private void decision(Optional<DecisionSettings> before, Optional<DecisionSettings> after) {
        if (before.isEmpty() && after.isPresent()) {
            changes.add(DefinitionChange.breaking("spec.auth.decision", "a decision point decides about each call"));
        } else if (before.isPresent() && after.isEmpty()) {
            changes.add(
                    DefinitionChange.rights("spec.auth.decision", "no decision point decides about calls any more"));
        } else if (!before.equals(after)) {
            changes.add(DefinitionChange.rights("spec.auth.decision", "the decision point changed"));
        }
    }

    private static String mode(AuthSettings auth) {
        return auth.mode() == AuthSettings.Mode.Open ? "not set" : auth.mode().name();
    }

    private static Set<String> plugins(AuthSettings auth) {
        return auth.required().stream().map(AuthPlugin::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private void adapters(ServerSettings before, ServerSettings after) {
        var known = byName(before);
        byName(after).forEach((name, now) -> {
            var old = known.remove(name);
            if (old == null) {
                var writes = now.access() == Adapter.Access.ReadWrite;
                adapter(writes ? Impact.RIGHTS : Impact.COMPATIBLE, name, writes ? "is new and may write" : "is new");
            } else if (old.access() != now.access()) {
                adapter(
                        now.access() == Adapter.Access.ReadWrite ? Impact.RIGHTS : Impact.BREAKING,
                        name,
                        "is %s, was %s".formatted(now.access(), old.access()));
            } else if (!old.equals(now)) {
                adapter(Impact.BEHAVIOUR, name, "changed");
            }
        });
        known.keySet().forEach(name -> adapter(Impact.BEHAVIOUR, name, "is removed"));
    }

    private void adapter(Impact impact, String name, String message) {
        changes.add(new DefinitionChange(impact, "spec.adapters", "adapter " + name + " " + message));
    }

    private static Map<String, Adapter> byName(ServerSettings settings) {
        var byName = new TreeMap<String, Adapter>();
        settings.adapters().forEach(adapter -> byName.put(adapter.name(), adapter));
        return byName;
    }

    private void http(Http before, Http after) {
        if (!before.segments().equals(after.segments())) {
            changes.add(DefinitionChange.breaking(
                    "spec.http.path", "the path is %s, was %s".formatted(path(after), path(before))));
        }
        if (ComparedMembers.different(before, after).anyMatch(member -> !OWN_RULES_OF_HTTP.contains(member))) {
            changes.add(DefinitionChange.behaviour("spec.http", "http changed"));
        }
    }

    private static String path(Http http) {
        return EndpointPath.of(http.segments());
    }

    /** Names of entry tools, which clients call; other settings of search are compared with the rest. */
    private void entryTools(ServerSettings before, ServerSettings after) {
        var old = before.search().entryTools();
        var now = after.search().entryTools();
        // Programs are taken in every exposure.
        old.run().filter(it -> !now.run().equals(Optional.of(it))).ifPresent(it -> gone(List.of(it)));
        if (!hasEntryTools(before)) {
            return;
        }
        var lost = Stream.of(
                        Optional.of(old.search()).filter(it -> !it.equals(now.search())),
                        Optional.of(old.execute()).filter(it -> !it.equals(now.execute())),
                        old.change().filter(it -> !now.change().equals(Optional.of(it))))
                .flatMap(Optional::stream)
                .sorted()
                .toList();
        if (!lost.isEmpty()) {
            gone(lost);
        } else if (old.change().isEmpty() && now.change().isPresent()) {
            changes.add(DefinitionChange.breaking(
                    "spec.search.tools",
                    "%s runs what reads only; the rest is of %s"
                            .formatted(now.execute(), now.change().get())));
        }
    }

    private void gone(List<String> entryTools) {
        changes.add(DefinitionChange.breaking(
                "spec.search.tools",
                "there is no entry tool %s any more, or it does another thing"
                        .formatted(String.join(" ", entryTools))));
    }

    private static boolean hasEntryTools(ServerSettings server) {
        return server.exposure().entryTools()
                || server.toolsets().stream()
                        .anyMatch(it -> server.at(it).exposure().entryTools());
    }

    /** Each is an endpoint of its own; what else differs of them is compared with the rest. */
    private void toolsets(ServerSettings before, ServerSettings after) {
        for (var old : before.toolsets()) {
            after.toolset(old.name())
                    .ifPresentOrElse(
                            now -> toolset(before, old, after, now),
                            () -> changes.add(DefinitionChange.breaking(
                                    "spec.toolsets", "toolset %s is removed".formatted(old.name()))));
        }
    }

    private void toolset(ServerSettings before, Toolset old, ServerSettings after, Toolset now) {
        // Without a choice of its own a toolset has that of the server, whose difference is said there.
        if (!old.exposure().equals(now.exposure())
                && hides(before.at(old).exposure(), after.at(now).exposure())) {
            changes.add(DefinitionChange.breaking(
                    "spec.toolsets",
                    "toolset %s has exposure %s, had %s"
                            .formatted(
                                    now.name(),
                                    after.at(now).exposure(),
                                    before.at(old).exposure())));
        }
        if (old.leadsToTokens(before.auth()) && now.metadata() == Toolset.Metadata.Hidden) {
            changes.add(DefinitionChange.breaking(
                    "spec.toolsets",
                    "clients find no OAuth metadata for the URL of toolset %s any more".formatted(now.name())));
        }
        if (!old.plugins().equals(now.plugins())) {
            var admitted = plugins(before.auth(), old);
            var admittedNow = plugins(after.auth(), now);
            var message = "plugins of toolset %s are %s, were %s".formatted(now.name(), admittedNow, admitted);
            if (!admittedNow.containsAll(admitted)) {
                changes.add(DefinitionChange.breaking("spec.toolsets", message));
            }
            if (!admitted.containsAll(admittedNow)) {
                changes.add(DefinitionChange.rights("spec.toolsets", message));
            }
        }
    }

    private static Set<String> plugins(AuthSettings auth, Toolset toolset) {
        return auth.required().stream()
                .filter(toolset::admits)
                .map(AuthPlugin::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void rest(ServerSettings before, ServerSettings after) {
        ComparedMembers.different(before, after)
                .filter(name -> !OWN_RULES.contains(name))
                .sorted()
                .forEach(name ->
                        changes.add(DefinitionChange.behaviour("spec." + pathOf(name), pathOf(name) + " changed")));
    }

    /** As the manifest calls it. */
    private static String pathOf(String setting) {
        return switch (setting) {
            case "info" -> "serverInfo";
            case "logLevel" -> "telemetry.logLevel";
            case "traces" -> "telemetry.otlp";
            default -> setting;
        };
    }
}
