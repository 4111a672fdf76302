package dev.hyperterse.runtime.access;

import dev.hyperterse.catalog.AccessRule;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.call.RequestHeaders;
import dev.hyperterse.runtime.call.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules of one definition that are about a call: they read its inputs or the headers of its request. */
public final class CallRules {
    private final List<LinkedRule> rules;

    private CallRules(List<LinkedRule> rules) {
        this.rules = rules;
    }

    /** @throws IllegalArgumentException when this build cannot evaluate one */
    public static Optional<CallRules> of(Leaf leaf) {
        var rules = leaf.access().stream()
                .flatMap(access -> access.rules().stream())
                .filter(AccessRule::decidesAtTheCall)
                .map(rule -> new LinkedRule(rule, leaf))
                .toList();
        return rules.isEmpty() ? Optional.empty() : Optional.of(new CallRules(rules));
    }

    /**
     * @param inputs by name; those without a value are absent
     * @throws CallFailure when a rule does not admit the call
     */
    public void check(Principal principal, RequestHeaders headers, Map<String, ?> inputs) {
        var caller = PrincipalValues.of(principal);
        for (var rule : rules) {
            var read = read(rule.program().headers(), headers);
            if (read.isEmpty() || !rule.admits(caller, inputs, read.get())) {
                throw new CallFailure(
                        Stage.AUTH, rule.message().orElse("the rules of this definition do not admit the call"));
            }
        }
    }

    /** Empty where one was sent more than once: no rule could say which of them counts. */
    private static Optional<Map<String, String>> read(Iterable<String> names, RequestHeaders headers) {
        var read = new HashMap<String, String>();
        for (var name : names) {
            var sent = headers.all(name);
            if (sent.size() > 1) {
                return Optional.empty();
            }
            sent.forEach(value -> read.put(name, value));
        }
        return Optional.of(read);
    }
}
