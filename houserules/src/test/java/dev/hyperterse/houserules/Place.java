package dev.hyperterse.houserules;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A node of the syntax tree of a source, with the nodes around it. Names are compared as they are written. */
record Place(TreePath path) {
    private static final Set<Kind> LOOPS =
            Set.of(Kind.WHILE_LOOP, Kind.DO_WHILE_LOOP, Kind.FOR_LOOP, Kind.ENHANCED_FOR_LOOP);

    Optional<AnnotationTree> annotation(String name) {
        return path.getLeaf() instanceof AnnotationTree annotation
                        && annotation.getAnnotationType().toString().equals(name)
                ? Optional.of(annotation)
                : Optional.empty();
    }

    /** Of an annotation: what it is on, above the modifiers that hold it. */
    boolean isOnMethod() {
        return path.getParentPath().getParentPath().getLeaf() instanceof MethodTree;
    }

    Tree parent() {
        return path.getParentPath().getLeaf();
    }

    boolean isInLoop() {
        return around().anyMatch(tree -> LOOPS.contains(tree.getKind()));
    }

    /** The nodes around this one, up to its method or lambda. */
    Stream<Tree> around() {
        return StreamSupport.stream(path.spliterator(), false)
                .takeWhile(tree -> !(tree instanceof MethodTree)
                        && !(tree instanceof LambdaExpressionTree)
                        && !(tree instanceof ClassTree));
    }

    /** Whether an argument of this call is the difference of two times of the clock, or a variable that holds one. */
    boolean holdsElapsedTime(Predicate<Tree> clock) {
        Predicate<Tree> elapsed = tree ->
                tree.getKind() == Kind.MINUS && contains(tree, clock) || isBetween(tree) && contains(tree, clock);
        return ((MethodInvocationTree) path.getLeaf())
                .getArguments().stream()
                        .anyMatch(argument -> contains(argument, elapsed)
                                || argument instanceof IdentifierTree name
                                        && local(name)
                                                .filter(it -> contains(it, elapsed))
                                                .isPresent());
    }

    private static boolean isBetween(Tree tree) {
        return tree instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().equals("Duration.between");
    }

    private Optional<VariableTree> local(IdentifierTree name) {
        return StreamSupport.stream(path.spliterator(), false)
                .filter(BlockTree.class::isInstance)
                .flatMap(block -> ((BlockTree) block).getStatements().stream())
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(variable -> variable.getName().equals(name.getName()))
                .findFirst();
    }

    /** The methods of the same class that assign to this field by its simple name. */
    Stream<MethodTree> assigning(VariableTree field) {
        Predicate<Tree> isField =
                tree -> tree instanceof IdentifierTree name && name.getName().equals(field.getName());
        Predicate<Tree> assigns = tree -> switch (tree) {
            case AssignmentTree assignment -> isField.test(assignment.getVariable());
            case CompoundAssignmentTree assignment -> isField.test(assignment.getVariable());
            case UnaryTree counting ->
                counting.getKind().name().matches("(PRE|POST)FIX_.*") && isField.test(counting.getExpression());
            default -> false;
        };
        return ((ClassTree) parent())
                .getMembers().stream()
                        .filter(MethodTree.class::isInstance)
                        .map(MethodTree.class::cast)
                        .filter(method -> contains(method, assigns));
    }

    static boolean contains(Tree tree, Predicate<Tree> wanted) {
        return Boolean.TRUE.equals(
                new TreeScanner<Boolean, Void>() {
                    @Override
                    public Boolean scan(Tree next, Void unused) {
                        return next != null && (wanted.test(next) || Boolean.TRUE.equals(super.scan(next, unused)));
                    }

                    @Override
                    public Boolean reduce(Boolean one, Boolean other) {
                        return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
                    }
                }.scan(tree, null));
    }
}
