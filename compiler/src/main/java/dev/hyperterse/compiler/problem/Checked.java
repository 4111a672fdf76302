package dev.hyperterse.compiler.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A value, or everything that is wrong with what it should have been made of. */
public sealed interface Checked<T> {
    record Sound<T>(T value) implements Checked<T> {}

    /** At least one problem. */
    record Faulty<T>(List<Problem> problems) implements Checked<T> {
        public Faulty {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("faulty without a problem");
            }
        }
    }

    static <T> Checked<T> sound(T value) {
        return new Sound<>(value);
    }

    static <T> Checked<T> faulty(Problem problem) {
        return new Faulty<>(List.of(problem));
    }

    static <T> Checked<T> faulty(List<Problem> problems) {
        return new Faulty<>(problems);
    }

    /** The value where nothing is wrong with it. */
    static <T> Checked<T> unless(List<Problem> problems, T value) {
        return problems.isEmpty() ? sound(value) : faulty(problems);
    }

    /** All values in their order, or all problems of all of them. */
    static <T> Checked<List<T>> all(List<Checked<T>> parts) {
        var values = new ArrayList<T>(parts.size());
        var problems = new ArrayList<Problem>();
        for (var part : parts) {
            part.valid().ifPresent(values::add);
            problems.addAll(part.problems());
        }
        return unless(problems, List.copyOf(values));
    }

    default Optional<T> valid() {
        return switch (this) {
            case Sound<T>(var value) -> Optional.of(value);
            case Faulty<T> _ -> Optional.empty();
        };
    }

    /** The value where nothing is wrong with it; otherwise its problems join those of its surroundings. */
    default Optional<T> valid(List<Problem> surroundings) {
        surroundings.addAll(problems());
        return valid();
    }

    default List<Problem> problems() {
        return switch (this) {
            case Sound<T> _ -> List.of();
            case Faulty<T>(var problems) -> problems;
        };
    }

    /** The same, with every problem put differently. */
    default Checked<T> mapProblems(UnaryOperator<Problem> change) {
        return switch (this) {
            case Sound<T> sound -> sound;
            case Faulty<T>(var problems) -> faulty(problems.stream().map(change).toList());
        };
    }

    default <R> Checked<R> map(Function<T, R> change) {
        return switch (this) {
            case Sound<T>(var value) -> sound(change.apply(value));
            case Faulty<T>(var problems) -> faulty(problems);
        };
    }

    default <R> Checked<R> then(Function<T, Checked<R>> next) {
        return switch (this) {
            case Sound<T>(var value) -> next.apply(value);
            case Faulty<T>(var problems) -> faulty(problems);
        };
    }
}
