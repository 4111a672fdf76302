package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.platform.EffectiveServer;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The objects of a directory that an API server would store, or the objects that it does store, as the operator would
 * read them.
 *
 * @param environment values of this machine ({@link DirectoryEnvironment}): they stand in for a server's env of that name
 * @param platform is merged with the servers, as by the operator
 */
public record AdmittedObjects(
        List<HyperterseServer> servers,
        List<Tool> tools,
        List<Prompt> prompts,
        List<McpResource> resources,
        Documents documents,
        Namespaces namespaces,
        Map<String, String> environment,
        Optional<Platform> platform) {
    /** The same on a platform. */
    public AdmittedObjects on(Optional<Platform> other) {
        return new AdmittedObjects(servers, tools, prompts, resources, documents, namespaces, environment, other);
    }

    /** The same with other documents. */
    public AdmittedObjects with(Documents others) {
        return new AdmittedObjects(servers, tools, prompts, resources, others, namespaces, environment, platform);
    }

    /** These applied over others: an object of both is as here, and as old as there. */
    public AdmittedObjects over(AdmittedObjects below) {
        var labels = new HashMap<>(below.namespaces.labels());
        labels.putAll(namespaces.labels());
        return new AdmittedObjects(
                over(servers, below.servers),
                over(tools, below.tools),
                over(prompts, below.prompts),
                over(resources, below.resources),
                new LayeredDocuments(documents, below.documents),
                new Namespaces(labels),
                environment,
                platform);
    }

    private static <T extends HasMetadata> List<T> over(List<T> above, List<T> below) {
        var byUid = new LinkedHashMap<String, T>();
        below.forEach(object -> byUid.put(object.getMetadata().getUid(), object));
        above.forEach(object -> {
            var replaced = byUid.put(object.getMetadata().getUid(), object);
            if (replaced != null) {
                object.getMetadata().setCreationTimestamp(replaced.getMetadata().getCreationTimestamp());
            }
        });
        return List.copyOf(byUid.values());
    }

    /** The objects that are left when some are deleted. */
    public AdmittedObjects without(Set<ObjectKey> deleted) {
        return where(key -> !deleted.contains(key));
    }

    /** These, with some objects of an older reading in addition. */
    AdmittedObjects with(Set<ObjectKey> survivors, AdmittedObjects older) {
        var kept = older.where(survivors::contains);
        return new AdmittedObjects(
                both(servers, kept.servers),
                both(tools, kept.tools),
                both(prompts, kept.prompts),
                both(resources, kept.resources),
                new SelectedDocuments(key -> survivors.contains(key) ? older.documents : documents),
                namespaces,
                environment,
                platform);
    }

    private static <T> List<T> both(List<T> objects, List<T> others) {
        return Stream.concat(objects.stream(), others.stream()).toList();
    }

    /** Whether one of these is that object of ours. */
    public boolean has(ObjectKey key) {
        return Stream.of(servers, tools, prompts, resources)
                .flatMap(List::stream)
                .anyMatch(object -> object.getMetadata().getUid().equals(key.uid()));
    }

    private AdmittedObjects where(Predicate<ObjectKey> kept) {
        return new AdmittedObjects(
                where(ManifestKind.SERVER, servers, kept),
                where(ManifestKind.TOOL, tools, kept),
                where(ManifestKind.PROMPT, prompts, kept),
                where(ManifestKind.RESOURCE, resources, kept),
                new SelectedDocuments(key -> kept.test(key) ? documents : Documents.none()),
                namespaces,
                environment,
                platform);
    }

    private static <T extends HasMetadata> List<T> where(
            ManifestKind kind, List<T> objects, Predicate<ObjectKey> kept) {
        return objects.stream()
                .filter(object -> kept.test(new ObjectKey(
                        kind,
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName())))
                .toList();
    }

    /** Where these objects are, and the servers that they refer to. */
    public Set<String> namespacesConcerned() {
        var all = new TreeSet<String>();
        Stream.of(servers, tools, prompts, resources)
                .flatMap(List::stream)
                .forEach(object -> all.add(object.getMetadata().getNamespace()));
        Stream.of(
                        tools.stream().map(tool -> tool.getSpec().serverRefs()),
                        prompts.stream().map(prompt -> prompt.getSpec().serverRefs()),
                        resources.stream().map(resource -> resource.getSpec().serverRefs()))
                .flatMap(references -> references)
                .flatMap(List::stream)
                .forEach(reference -> reference.namespace().ifPresent(all::add));
        return all;
    }

    private Map<String, String> labels(HyperterseServer server) {
        return namespaces.labels(server.getMetadata().getNamespace()).orElse(Map.of());
    }

    /** The inputs of the compiler for one of the servers. */
    public ServerInputs inputs(HyperterseServer server) {
        var effective = platform.map(it -> it.effective(server, labels(server)))
                .orElseGet(() -> EffectiveServer.asWritten(server));
        return ServerInputs.of(effective.server())
                .withPlatform(effective.platform())
                .withLeaves(tools, prompts, resources)
                .withDocuments(documents)
                .withNamespaces(namespaces)
                .withOverrides(environment);
    }
}
