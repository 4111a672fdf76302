package dev.hyperterse.runtime.live;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.call.Principal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * The callers of a catalog by what they see of it: those that the same policies admit are one class. A caller's policies
 * are evaluated once for each catalog, all of them when it first asks for a list or searches, and the lists of a class are
 * made at their first use.
 */
final class VisibilityClasses {
    /** Classes whose lists and words are kept; those of the one least recently used are made again when it comes back. */
    static final int MOST_KEPT = 64;

    /**
     * Units of work for all rules of a catalog and one caller, about two seconds of a processor. Each rule has the same part of
     * it, so that no author's rules take the work of another's, and a call decides as a list does.
     */
    static final long MOST_WORK = 20_000_000;

    private final List<PolicyCheck> policies;
    /** By identity: the policy of a leaf is found without comparing it. */
    private final Map<Leaf, Integer> numbers;

    /**
     * A rule that reads the definition is evaluated for each of them, so all policies may be as many as the definitions:
     * some processors are left to calls.
     */
    private final Semaphore turns =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    private final Cache<Principal, PolicyResults> callers =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    private final Cache<BitSet, ClassView> views =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();

    private VisibilityClasses(List<PolicyCheck> policies, Map<Leaf, Integer> numbers) {
        this.policies = List.copyOf(policies);
        this.numbers = numbers;
    }

    /** What decides whether a caller sees a leaf of the catalog; empty where all do. */
    Optional<PolicyCheck> check(Leaf leaf) {
        return Optional.ofNullable(numbers.get(leaf)).map(policies::get);
    }

    /** The classes of a catalog; empty if every caller sees all of it. */
    static Optional<VisibilityClasses> of(Iterable<Leaf> leaves) {
        var distinct = new ArrayList<AccessPolicy>();
        var firstLeaves = new ArrayList<Leaf>();
        var known = new HashMap<EvaluationKey, Integer>();
        var numbers = new IdentityHashMap<Leaf, Integer>();
        for (var leaf : leaves) {
            leaf.access().filter(AccessPolicy::hides).ifPresent(access -> {
                var number = known.computeIfAbsent(EvaluationKey.of(access, leaf), _ -> distinct.size());
                if (number == distinct.size()) {
                    distinct.add(access);
                    firstLeaves.add(leaf);
                }
                numbers.put(leaf, number);
            });
        }
        var most = PolicyCheck.share(MOST_WORK, distinct);
        var policies = IntStream.range(0, distinct.size())
                .mapToObj(number -> PolicyCheck.of(distinct.get(number), firstLeaves.get(number), most))
                .toList();
        return policies.isEmpty() ? Optional.empty() : Optional.of(new VisibilityClasses(policies, numbers));
    }

    /** The view of a caller, cached by identity: an authenticated caller is one object until its credentials expire. */
    CatalogView view(Principal principal, LiveCatalog live) {
        return new CallerView(live, this, principal, results(principal));
    }

    /** That of its class: callers that see the same have the same one. */
    CatalogView classOf(Principal principal, LiveCatalog live) {
        return view(principal, results(principal), live);
    }

    ClassView view(Principal principal, PolicyResults results, LiveCatalog live) {
        return views.get(
                results.byAll(policies, principal, turns), admittedBy -> new ClassView(live, this, admittedBy));
    }

    PolicyResults results(Principal principal) {
        return callers.get(principal, _ -> new PolicyResults());
    }

    /** Whether a caller may see and use a leaf of the catalog. */
    boolean admits(Leaf leaf, Principal principal, PolicyResults results) {
        return leaf.access().filter(AccessPolicy::hides).isEmpty()
                || results.by(numbers.get(leaf), policies, principal);
    }

    /** Evaluates a policy where there is no leaf, as often as one of a leaf: once for each name and caller. */
    void evaluateFor(String missed, Principal principal, PolicyResults results) {
        results.by(standIn(missed), policies, principal);
    }

    private int standIn(String missed) {
        return Math.floorMod(missed.hashCode(), policies.size());
    }

    /** What hides a leaf of the catalog from a caller. */
    Optional<String> hiddenBy(Leaf leaf, Principal principal) {
        return Optional.ofNullable(numbers.get(leaf))
                .flatMap(number -> policies.get(number).deniedBy(principal));
    }

    /** Evaluates as much for what is not there. */
    void hiddenByNothing(String missed, Principal principal) {
        policies.get(standIn(missed)).deniedBy(principal);
    }

    /** Whether callers of a class may see and use a leaf of the catalog. */
    boolean sees(BitSet admittedBy, Leaf leaf) {
        return leaf.access().filter(AccessPolicy::hides).isEmpty() || admittedBy.get(numbers.get(leaf));
    }
}
