package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.rule.JsonValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of a caller for rules and expressions. Missing values are absent, and a rule that reads them fails. */
public final class PrincipalValues {
    private PrincipalValues() {}

    public static Map<String, Object> of(Principal principal) {
        var values = HashMap.<String, Object>newHashMap(5);
        principal.plugin().ifPresent(plugin -> values.put("plugin", plugin));
        principal.subject().ifPresent(subject -> values.put("subject", subject));
        values.put("scopes", List.copyOf(principal.scopes()));
        values.put("groups", List.copyOf(principal.groups()));
        var claims = HashMap.<String, Object>newHashMap(principal.claims().size());
        principal.claims().forEach((name, value) -> claims.put(name, JsonValues.of(value)));
        values.put("claims", claims);
        return values;
    }
}
