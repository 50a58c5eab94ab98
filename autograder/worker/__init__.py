"""The process in which a submission lives. It is given no more of Pacgrid than it needs: the world,
and this package."""
