package dev.hyperterse.operator.compile;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.crds.v1alpha1.Attachments;
import dev.hyperterse.crds.v1alpha1.ServerRef;
import dev.hyperterse.operator.compile.leaf.LastGood;
import dev.hyperterse.operator.compile.leaf.LeafLinker;
import dev.hyperterse.operator.compile.leaf.Links;
import dev.hyperterse.operator.compile.server.CompiledSettings;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.resolve.Grant;
import dev.hyperterse.operator.resolve.Grants;
import dev.hyperterse.operator.resolve.Published.PublicName;
import dev.hyperterse.operator.resolve.ServerInputs;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Judges each leaf by itself: whether it may attach, whether it compiles, whether its last good version can stay. */
final class LeafJudge {
    private static final String AUTH = "spec.auth";

    /** Reasons that lie with the server and not with what the leaf holds. */
    private static final Set<Reason> BY_OTHERS =
            EnumSet.of(Reason.AdapterFaulty, Reason.AdapterNotFound, Reason.NotAllowedAdapter, Reason.NotAllowedEnv);

    private final ServerInputs inputs;
    private final LeafLinker linker;
    private final LeafCompilers compilers;
    private final Memo last;
    private final Grant attachments;
    private final String serverNamespace;
    private final String serverName;
    private final boolean serves;
    private final Map<String, Boolean> admitted = new HashMap<>();
    private final Map<String, Memo.Remembered> remembered = new HashMap<>();

    LeafJudge(ServerInputs inputs, CompiledSettings settings, LeafLinker linker, LeafCompilers compilers, Memo last) {
        this.inputs = inputs;
        this.linker = linker;
        this.compilers = compilers;
        this.last = last;
        this.attachments =
                Grants.ofAttachments(inputs.server().getSpec().attachments().flatMap(Attachments::namespaces));
        this.serverNamespace = inputs.server().getMetadata().getNamespace();
        this.serverName = inputs.server().getMetadata().getName();
        this.serves = settings.settings().isPresent();
    }

    /** Every leaf that refers to the server. */
    List<Candidate> judge() {
        var candidates = new ArrayList<Candidate>();
        for (var tool : inputs.tools()) {
            var spec = tool.getSpec();
            if (refers(spec.serverRefs(), tool.getMetadata())) {
                var identity = identity(LeafKind.Tool, tool.getMetadata());
                var suspended = spec.suspend().orElse(false);
                candidates.add(judge(
                        identity,
                        tool.getMetadata(),
                        suspended,
                        () -> compile(identity, spec, linker.link(tool), it -> compilers
                                .tools()
                                .compile(identity, spec, it))));
            }
        }
        for (var prompt : inputs.prompts()) {
            var spec = prompt.getSpec();
            if (refers(spec.serverRefs(), prompt.getMetadata())) {
                var identity = identity(LeafKind.Prompt, prompt.getMetadata());
                var suspended = spec.suspend().orElse(false);
                candidates.add(judge(
                        identity,
                        prompt.getMetadata(),
                        suspended,
                        () -> compile(identity, spec, linker.link(prompt), it -> compilers
                                .prompts()
                                .compile(identity, spec, it))));
            }
        }
        for (var resource : inputs.resources()) {
            var spec = resource.getSpec();
            if (refers(spec.serverRefs(), resource.getMetadata())) {
                var identity = identity(LeafKind.Resource, resource.getMetadata());
                var suspended = spec.suspend().orElse(false);
                candidates.add(judge(
                        identity,
                        resource.getMetadata(),
                        suspended,
                        () -> compile(identity, spec, linker.link(resource), it -> compilers
                                .resources()
                                .compile(identity, spec, it))));
            }
        }
        return candidates;
    }

    /** The results to remember, by uid. */
    Map<String, Memo.Remembered> remembered() {
        return remembered;
    }

    /** Places what is to be served; what is too large falls back to its last good version. */
    List<Candidate> withoutTooLarge(List<Candidate> candidates, Placement placement) {
        var placed = new ArrayList<Candidate>(candidates.size());
        for (var candidate : candidates) {
            var served = candidate.verdict().served();
            if (served.isEmpty() || !placement.place(served.get()).tooLarge()) {
                placed.add(candidate);
                continue;
            }
            var verdict = fallBack(candidate.identity(), List.of(Placement.tooLarge()));
            verdict.served().ifPresent(placement::place);
            placed.add(candidate.with(verdict));
        }
        return placed;
    }

    private Candidate judge(
            LeafIdentity identity, ObjectMeta metadata, boolean suspended, Supplier<Checked<Leaf>> compile) {
        var verdict = verdict(identity, suspended, compile);
        var name = verdict.served().map(PublicName::of);
        return new Candidate(
                identity,
                name,
                Optional.ofNullable(metadata.getCreationTimestamp()),
                name.filter(it -> inputs.published().holds(identity.uid(), it)).isPresent(),
                inputs.published().leaf(identity.uid()).isPresent(),
                verdict);
    }

    private Verdict verdict(LeafIdentity identity, boolean suspended, Supplier<Checked<Leaf>> compile) {
        if (!admitted.computeIfAbsent(
                identity.namespace(), it -> attachments.admits(it, serverNamespace, inputs.namespaces()))) {
            return Verdict.Refuse.because(serverNotFound(serverNamespace, serverName));
        }
        if (suspended) {
            return new Verdict.Refuse(Reason.Suspended, List.of());
        }
        if (!serves) {
            return Verdict.Refuse.because(serverFaulty());
        }
        return switch (compile.get()) {
            case Checked.Sound<Leaf>(var leaf) -> new Verdict.Serve(leaf);
            case Checked.Faulty<Leaf>(var problems) -> fallBack(identity, problems);
        };
    }

    private Verdict fallBack(LeafIdentity identity, List<Problem> problems) {
        var strict = problems.stream().filter(LeafJudge::failsClosed).findFirst();
        if (strict.isPresent()) {
            return new Verdict.Refuse(strict.get().reason(), problems);
        }
        var published = inputs.published().leaf(identity.uid());
        if (published.isEmpty()) {
            return new Verdict.Refuse(neverServed(problems), problems);
        }
        return LastGood.obstacle(published.get(), linker)
                .<Verdict>map(obstacle -> new Verdict.Refuse(obstacle.reason(), with(problems, obstacle)))
                .orElseGet(() -> new Verdict.KeepLastGood(published.get(), problems));
    }

    /** What the leaf is refused for where no older version could be served in its place. */
    private static Reason neverServed(List<Problem> problems) {
        return problems.stream()
                .map(Problem::reason)
                .filter(BY_OTHERS::contains)
                .findFirst()
                .orElse(Reason.NoLastGoodVersion);
    }

    /** An older version must not be served where its author asks for more protection than can be given. */
    private static boolean failsClosed(Problem problem) {
        return problem.path().startsWith(AUTH);
    }

    private static List<Problem> with(List<Problem> problems, Problem other) {
        if (problems.contains(other)) {
            return problems;
        }
        var all = new ArrayList<>(problems);
        all.add(other);
        return all;
    }

    private <S> Checked<Leaf> compile(
            LeafIdentity identity, S spec, Links links, Function<Links, Checked<Leaf>> compiler) {
        var before = last.leaves().get(identity.uid());
        var now = before != null && before.answers(spec, identity.generation(), links)
                ? before
                : new Memo.Remembered(spec, identity.generation(), links, compiler.apply(links));
        remembered.put(identity.uid(), now);
        return now.result();
    }

    private boolean refers(List<ServerRef> references, ObjectMeta metadata) {
        for (var reference : references) {
            if (reference.name().equals(serverName)
                    && reference.namespace().orElse(metadata.getNamespace()).equals(serverNamespace)) {
                return true;
            }
        }
        return false;
    }

    private static LeafIdentity identity(LeafKind kind, ObjectMeta metadata) {
        return new LeafIdentity(
                kind,
                metadata.getNamespace(),
                metadata.getName(),
                Optional.ofNullable(metadata.getUid())
                        .orElseGet(() -> kind + "/" + metadata.getNamespace() + "/" + metadata.getName()),
                Optional.ofNullable(metadata.getGeneration()).orElse(0L));
    }

    /** What a leaf is told about a server that is not there, and about one that does not let it attach. */
    static Problem serverNotFound(String namespace, String name) {
        return Problem.of(
                Reason.ServerNotFound,
                "spec.serverRefs",
                "server-exists",
                "there is no HyperterseServer %s/%s that lets this namespace attach".formatted(namespace, name),
                "create it, fix the reference, or ask its owner to grant the namespace in spec.attachments");
    }

    private static Problem serverFaulty() {
        return Problem.of(
                Reason.InvalidAuth,
                "spec.serverRefs",
                "server-publishes",
                "the server publishes nothing, because its authentication does not resolve",
                "the status of the server says why");
    }
}
