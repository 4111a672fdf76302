COPY orders TO PROGRAM :x
