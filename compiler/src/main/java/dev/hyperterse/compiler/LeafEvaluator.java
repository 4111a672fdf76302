package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.items.Expansions;
import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.leaf.LeafLinker;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.protection.ProtectedSections;
import dev.hyperterse.compiler.leaf.protection.Protections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Granted;
import dev.hyperterse.compiler.resolve.grant.Grantees;
import dev.hyperterse.compiler.resolve.grant.UnreadableLabels;
import dev.hyperterse.compiler.server.CompiledSettings;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Judges each leaf by itself: whether it may attach, whether it compiles to something that fits into a catalog, whether its
 * last good version can stay. What is to be served is placed.
 */
final class LeafEvaluator {
    /** The order in which objects that bring many definitions have room for them. */
    private static final Comparator<Declared> OLDER = Comparator.comparing(
                    (Declared object) -> object.created().orElse("~"))
            .thenComparing(object -> object.identity().namespace())
            .thenComparing(object -> object.identity().name())
            .thenComparing(object -> object.identity().kind());

    private final ServerInputs inputs;
    private final LeafLinker linker;
    private final LeafCompilers compilers;
    private final Placement placement;
    private final CompilerFaults faults;
    private final Fallback fallback;
    private final Grantees attachments;
    private final String serverNamespace;
    private final String serverName;
    private final boolean serves;
    private final Map<String, Boolean> admitted = new HashMap<>();
    private final LeafResults results;
    private final Expansions expansions;

    LeafEvaluator(
            ServerInputs inputs,
            CompiledSettings settings,
            LeafLinker linker,
            LeafCompilers compilers,
            Placement placement,
            Memo last,
            CompilerFaults faults) {
        this.inputs = inputs;
        this.linker = linker;
        this.compilers = compilers;
        this.placement = placement;
        this.faults = faults;
        this.fallback = new Fallback(inputs.published(), compilers.lastGood(), linker, placement);
        this.expansions = new Expansions(last.expansions(), faults);
        this.results = new LeafResults(last, placement, inputs.published(), faults);
        this.attachments = settings.grants().to(new Granted.Attachment());
        this.serverNamespace = inputs.server().getMetadata().getNamespace();
        this.serverName = inputs.server().getMetadata().getName();
        this.serves = settings.settings().isPresent();
    }

    /** Every leaf that refers to the server. */
    List<Candidate> evaluate() {
        var candidates = new ArrayList<Candidate>(inputs.tools().size());
        var bringing = new ArrayList<Declared>();
        inputs.leaves().map(Declared::of).forEach(leaf -> ItemSources.of(leaf.spec())
                .ifPresentOrElse(_ -> bringing.add(leaf), () -> candidates.addAll(guarded(leaf, this::evaluate))));
        bringing.stream().sorted(OLDER).forEach(it -> candidates.addAll(guarded(it, this::items)));
        return candidates;
    }

    /**
     * An object that breaks this compiler must not cost more than that object. It fails closed: who may use it may not
     * be known.
     */
    private List<Candidate> guarded(Declared object, Function<Declared, List<Candidate>> evaluation) {
        try {
            return evaluation.apply(object);
        } catch (RuntimeException | StackOverflowError fault) {
            var problem = faults.problem(object.identity(), "spec", fault, "object");
            return List.of(whole(object, EvaluationResult.Refuse.because(problem)));
        }
    }

    /** An object, or an item of one. @param spec what it is compiled from */
    private record Declared(LeafIdentity identity, ObjectMeta metadata, LeafSpec spec) {
        static Declared of(CustomResource<? extends LeafSpec, LeafStatus> leaf) {
            return new Declared(
                    LeafEvaluator.identity(leaf.getSpec(), leaf.getMetadata()), leaf.getMetadata(), leaf.getSpec());
        }

        boolean suspended() {
            return spec.suspend().orElse(false);
        }

        Optional<String> created() {
            return Optional.ofNullable(metadata.getCreationTimestamp());
        }
    }

    /** The items to remember, by the uid of their object. */
    Map<String, Expansions.Expansion> expanded() {
        return expansions.expanded();
    }

    /** The results to remember, by uid. */
    Map<String, Memo.Remembered> remembered() {
        return results.remembered();
    }

    /**
     * What finds no room falls back to its last good version, which had room; where there is none, or others took its
     * room, it is refused.
     */
    List<Candidate> withRoom(List<Candidate> candidates) {
        var fitting = candidates;
        // A last good version takes its room back from what grew, which then falls back too.
        for (var without = placement.withoutRoom(fitting);
                !without.isEmpty();
                without = placement.withoutRoom(fitting)) {
            fitting = withoutThose(without, fitting);
        }
        return fitting;
    }

    /** The admitted candidates, ready to be served. */
    List<Candidate> settled(List<Candidate> admitted) {
        return results.settled(admitted);
    }

    private List<Candidate> withoutThose(Map<String, Problem> without, List<Candidate> candidates) {
        return candidates.stream()
                .map(it -> Optional.ofNullable(without.get(it.identity().uid()))
                        .map(why -> smaller(it, why))
                        .orElse(it))
                .toList();
    }

    private Candidate smaller(Candidate candidate, Problem why) {
        try {
            return lastGood(candidate, why);
        } catch (RuntimeException | StackOverflowError fault) {
            var problem = faults.problem(candidate.identity(), "spec", fault, "object");
            return candidate.with(new EvaluationResult.Refuse(why.reason(), List.of(why, problem)));
        }
    }

    // A version with another name is no fallback: names are already assigned.
    private Candidate lastGood(Candidate candidate, Problem why) {
        var sameName = candidate.published().map(PublicName::of).equals(candidate.name());
        return sameName && candidate.result() instanceof EvaluationResult.Serve(var leaf)
                ? candidate.with(fallback.of(candidate.identity(), Protections.of(leaf), List.of(why)))
                : candidate.with(EvaluationResult.Refuse.because(why));
    }

    private List<Candidate> evaluate(Declared leaf) {
        var spec = leaf.spec();
        var candidate = candidate(
                leaf,
                Optional.empty(),
                links -> results.of(leaf.identity(), spec, links, () -> compile(leaf.identity(), spec, links)),
                spec);
        return candidate.result().served().isPresent() ? List.of(candidate) : withItems(leaf, candidate);
    }

    /** A faulty definition and the items that its object brought before, which stay as any last good version does. */
    private List<Candidate> withItems(Declared leaf, Candidate faulty) {
        var published = inputs.published().items(leaf.identity().uid());
        if (published.isEmpty() || barred(leaf.identity(), leaf.suspended()).isPresent()) {
            return List.of(faulty);
        }
        var items = published.stream()
                .map(it -> lastGood(
                        new Declared(
                                leaf.identity().ofItem(it.identity().item().orElseThrow()),
                                leaf.metadata(),
                                leaf.spec()),
                        it,
                        faulty.result().problems()))
                .filter(it -> it.result().served().isPresent());
        return Stream.concat(Stream.of(faulty), items).toList();
    }

    /** The published version in the place of what is not known. */
    private Candidate lastGood(Declared leaf, Leaf published, List<Problem> problems) {
        return candidate(leaf, Optional.of(published.publicName()), links -> unknown(problems, links), leaf.spec());
    }

    /** Where it is not known who may use it, its last good version is not served either. */
    private static Checked<Leaf> unknown(List<Problem> problems, Links links) {
        var all = new ArrayList<>(problems);
        links.access().problems().stream().filter(it -> !all.contains(it)).forEach(all::add);
        return Checked.faulty(all);
    }

    /**
     * @param known the name that clients know it by, where what it is named now is not known
     * @param asking what its author asks of it, also where it is faulty
     */
    private Candidate candidate(
            Declared leaf, Optional<String> known, Function<Links, Checked<Leaf>> compile, LeafSpec asking) {
        var identity = leaf.identity();
        var result = result(
                identity,
                leaf.suspended(),
                () -> linker.link(leaf.metadata(), leaf.spec(), known),
                compile,
                links -> Protections.of(asking, links));
        var published = inputs.published().leaf(identity.uid());
        var name = result.served().map(PublicName::of);
        return new Candidate(
                identity,
                name,
                leaf.created(),
                published.isPresent() && published.map(PublicName::of).equals(name),
                published,
                result);
    }

    private EvaluationResult result(
            LeafIdentity identity,
            boolean suspended,
            Supplier<Links> linking,
            Function<Links, Checked<Leaf>> compile,
            Function<Links, Protections> asked) {
        return barred(identity, suspended).orElseGet(() -> {
            var links = linking.get();
            if (links.length() > SlotPacking.LARGEST_UNPACKED_LEAF) {
                // A compiled leaf and its text are several times as large, in the memory that all namespaces share.
                return fallback.of(identity, asked.apply(links), List.of(Placement.tooLarge()));
            }
            return switch (compile.apply(links).then(results::placed)) {
                case Checked.Sound<Leaf>(var leaf) -> new EvaluationResult.Serve(leaf);
                case Checked.Faulty<Leaf>(var problems) -> fallback.of(identity, asked.apply(links), problems);
            };
        });
    }

    /** Why nothing of an object is served, whatever it says. */
    private Optional<EvaluationResult> barred(LeafIdentity identity, boolean suspended) {
        if (!admitted.computeIfAbsent(
                identity.namespace(), it -> attachments.admits(it, serverNamespace, inputs.namespaces()))) {
            return Optional.of(EvaluationResult.noServer(serverNamespace, serverName));
        }
        if (suspended) {
            return Optional.of(new EvaluationResult.Refuse(Reason.Suspended, List.of()));
        }
        return serves ? Optional.empty() : Optional.of(EvaluationResult.Refuse.because(serverFaulty()));
    }

    /** Each item is a definition of its own. The object itself has a result where something is wrong with all of it. */
    private List<Candidate> items(Declared leaf) {
        var source = ItemSources.of(leaf.spec()).orElseThrow();
        var object = leaf.identity();
        var barred = barred(object, leaf.suspended());
        if (barred.isPresent()) {
            return List.of(whole(leaf, barred.get()));
        }
        var candidates = new ArrayList<Candidate>();
        var items = expansions.of(object, leaf.spec(), source, linker.text(source, object.namespace()));
        if (items instanceof Checked.Faulty<List<Item>>(var problems)) {
            // The one definition that the object was before it brought many stays as any last good version does.
            candidates.add(inputs.published()
                    .leaf(object.uid())
                    .map(it -> lastGood(leaf, it, problems))
                    .orElseGet(() -> whole(
                            leaf,
                            new EvaluationResult.Refuse(problems.getFirst().reason(), problems))));
        }
        items.valid()
                .orElseGet(() -> Expansions.missing(source, inputs.published().items(object.uid()), items.problems()))
                .forEach(item -> candidates.add(item(leaf, source, item)));
        if (items.valid().isPresent()) {
            whole(leaf, candidates).ifPresent(candidates::add);
        }
        return candidates;
    }

    /** The one definition that the object was, where none of its items can be served. */
    private Optional<Candidate> whole(Declared leaf, List<Candidate> items) {
        var problems = items.stream()
                .flatMap(it -> it.result().problems().stream())
                .distinct()
                .toList();
        return inputs.published()
                .leaf(leaf.identity().uid())
                .filter(_ -> items.stream().allMatch(it -> it.result().served().isEmpty()))
                .map(it -> lastGood(leaf, it, problems))
                .filter(it -> it.result().served().isPresent());
    }

    private Candidate item(Declared object, ItemSource source, Item item) {
        var identity = object.identity().ofItem(item.name());
        // Toolsets select the last good version by the name that it is published with.
        var published = item.spec().valid().isPresent()
                ? Optional.<Leaf>empty()
                : inputs.published().leaf(identity.uid());
        var declared =
                published.filter(it -> Expansions.leavesOut(source, it)).isPresent() ? item.withoutLastGood() : item;
        return candidate(
                new Declared(identity, object.metadata(), item.known()),
                published.map(Leaf::publicName),
                links -> compileItem(identity, declared, links),
                item.shared());
    }

    private static Candidate whole(Declared object, EvaluationResult result) {
        return new Candidate(object.identity(), Optional.empty(), object.created(), false, Optional.empty(), result);
    }

    private Checked<Leaf> compileItem(LeafIdentity identity, Item item, Links links) {
        return switch (item.spec()) {
            // An edit before it moves its place and nothing else, so the place is no part of what is remembered.
            case Checked.Sound<LeafSpec>(var spec) ->
                results.of(identity, spec, links, () -> compileItem(item, identity, spec, links))
                        .mapProblems(item::placed);
            case Checked.Faulty<LeafSpec>(var problems) -> unknown(problems, links);
        };
    }

    /** Protected by what its author wrote, which is known without the document too. */
    private Checked<Leaf> compileItem(Item item, LeafIdentity identity, LeafSpec spec, Links links) {
        return compile(identity, spec, links)
                .map(leaf -> leaf instanceof ToolLeaf tool
                        ? tool.with(draft -> draft.protections = ProtectedSections.digest(item.shared()))
                        : leaf);
    }

    private Checked<Leaf> compile(LeafIdentity identity, LeafSpec spec, Links links) {
        return (spec instanceof ToolSpec tool
                        ? UnreadableLabels.of(tool, inputs.namespaces())
                        : Optional.<Problem>empty())
                .<Checked<Leaf>>map(Checked::faulty)
                .orElseGet(() -> compilers.compile(identity, spec, links));
    }

    static LeafIdentity identity(LeafSpec spec, ObjectMeta metadata) {
        var kind =
                switch (spec) {
                    case ToolSpec _ -> LeafKind.Tool;
                    case PromptSpec _ -> LeafKind.Prompt;
                    case McpResourceSpec _ -> LeafKind.Resource;
                };
        return new LeafIdentity(
                kind,
                metadata.getNamespace(),
                metadata.getName(),
                Optional.ofNullable(metadata.getUid())
                        .orElseGet(() -> kind + "/" + metadata.getNamespace() + "/" + metadata.getName()),
                Optional.ofNullable(metadata.getGeneration()).orElse(0L));
    }

    private static Problem serverFaulty() {
        return Reason.InvalidAuth.problem(
                "spec.serverRefs",
                "server-publishes",
                "the server publishes nothing, because its authentication does not resolve",
                "the status of the server says why");
    }
}
