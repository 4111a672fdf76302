package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the objects of a catalog have room for. Beyond it the API server would refuse every publication of the server, also
 * that of a definition.
 */
public final class SettingsBounds {
    /** A Secret carries the old and the new values at once while a publication is under way. */
    static final int MOST_VALUES = 450 << 10;

    /** The index has them beside its parts. */
    static final int MOST_SETTINGS = 900 << 10;

    private SettingsBounds() {}

    public static List<Problem> check(ServerSettings settings, Map<ValueKey, String> values) {
        var problems = new ArrayList<Problem>();
        var ofValues = ValueSetCodec.encode(values).length;
        if (ofValues > MOST_VALUES) {
            problems.add(problem(
                    "values-size",
                    "variables, settings of adapters with their initSql, and digests of keys are %d KiB, more than %d"
                            .formatted(ofValues >> 10, MOST_VALUES >> 10),
                    "shorten initSql or variables, or remove keys"));
        }
        var ofSettings = new CatalogCodec().encode(settings).length;
        if (ofSettings > MOST_SETTINGS) {
            problems.add(problem(
                    "settings-size",
                    "the settings of the server are %d KiB, more than %d"
                            .formatted(ofSettings >> 10, MOST_SETTINGS >> 10),
                    "shorten the scripts or the rules of spec.auth"));
        }
        return problems;
    }

    private static Problem problem(String rule, String message, String remedy) {
        return Reason.InvalidServer.problem("spec", rule, message, remedy);
    }
}
