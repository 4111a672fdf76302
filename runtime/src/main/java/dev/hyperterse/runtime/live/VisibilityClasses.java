package dev.hyperterse.runtime.live;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.runtime.access.PolicyCheck;
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
 * The visibility classes of a catalog: callers that the same policies admit are one class. All policies are evaluated
 * once per caller and catalog, at its first list or search; the lists of a class are computed at their first use.
 */
final class VisibilityClasses {
    /** The maximum of cached classes; an evicted class is computed again when a caller of it returns. */
    static final int MOST_KEPT = 64;

    /**
     * The maximum units of work of all rules of a catalog for one caller, about two seconds of processor time. It is
     * divided equally among the rules, so that rules of one author do not use up the work of others, and calls and
     * lists decide equally.
     */
    static final long MOST_WORK = 20_000_000;

    private final List<PolicyCheck> policies;
    /** An identity map, so that leaves are not compared. */
    private final Map<Leaf, Integer> numbers;

    /**
     * Limits concurrent evaluations of all policies, so that some processors are left to calls: a rule that reads the
     * definition is evaluated for each definition.
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

    /** The policy that decides which callers see a leaf of the catalog; empty if all do. */
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

    /**
     * Evaluates a policy for a missing leaf, once per name and caller, so that it takes as long as for an existing one.
     */
    void evaluateFor(String missed, Principal principal, PolicyResults results) {
        results.by(standIn(missed), policies, principal);
    }

    private int standIn(String missed) {
        return Math.floorMod(missed.hashCode(), policies.size());
    }

    /** The policy or rule that hides a leaf of the catalog from a caller. */
    Optional<String> hiddenBy(Leaf leaf, Principal principal) {
        return Optional.ofNullable(numbers.get(leaf))
                .flatMap(number -> policies.get(number).deniedBy(principal));
    }

    /** Evaluates a policy for a missing leaf, so that it takes as long as for an existing one. */
    void hiddenByNothing(String missed, Principal principal) {
        policies.get(standIn(missed)).deniedBy(principal);
    }

    /** Whether callers of a class may see and use a leaf of the catalog. */
    boolean sees(BitSet admittedBy, Leaf leaf) {
        return leaf.access().filter(AccessPolicy::hides).isEmpty() || admittedBy.get(numbers.get(leaf));
    }
}
