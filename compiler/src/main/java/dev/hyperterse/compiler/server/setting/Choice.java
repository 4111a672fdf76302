package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.problem.Checked;
import java.util.EnumSet;
import java.util.Optional;

/** The constants of the API that the catalog has under the same names. */
public final class Choice {
    private Choice() {}

    /** @param path of the field, for the problem of a constant that this build does not know */
    public static <E extends Enum<E>> Checked<E> checked(Enum<?> declared, Class<E> known, String path) {
        return of(declared, known).map(Checked::sound).orElseGet(() -> Checked.faulty(Unsupported.unknownValue(path)));
    }

    /** @return empty where the object says nothing, or something that this build does not know */
    public static <E extends Enum<E>> Optional<E> of(Enum<?> declared, Class<E> known) {
        return EnumSet.allOf(known).stream()
                .filter(constant -> declared != null && constant.name().equals(declared.name()))
                .findFirst();
    }
}
