"""Chance as the generator and the simulations have it, stated once more in Python's integers."""

WORD = 2**64 - 1


class Random:
    """xoshiro256**, whose state is filled by splitmix64: four words for each stream."""

    def __init__(self, seed: int, stream: int):
        def word(place: int) -> int:
            mixed = (seed + (place + 1) * 0x9E3779B97F4A7C15) & WORD
            mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & WORD
            mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & WORD
            return mixed ^ mixed >> 31

        self.a, self.b, self.c, self.d = (word(4 * stream + place) for place in range(4))

    def bits(self) -> int:
        def left(number: int, places: int) -> int:
            return (number << places | number >> (64 - places)) & WORD

        result = left(self.b * 5 & WORD, 7) * 9 & WORD
        shifted = self.b << 17 & WORD
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = left(self.d, 45)
        return result

    def below(self, n: int) -> int:
        # Of the 2^64 numbers as many are left out as would make some results more likely than others.
        while True:
            product = self.bits() * n
            if (product & WORD) >= 2**64 % n:
                return product >> 64

    def exponential(self) -> int:
        """In 2^-64: von Neumann's."""
        whole = 0
        while True:
            run = [self.bits(), self.bits()]
            while run[-1] < run[-2]:
                run.append(self.bits())
            if len(run) % 2 == 0:
                return whole * 2**64 + run[0]
            whole += 1
